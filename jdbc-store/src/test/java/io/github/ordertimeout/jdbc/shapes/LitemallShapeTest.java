package io.github.ordertimeout.jdbc.shapes;

import static io.github.ordertimeout.jdbc.shapes.ShapedShop.ago;
import static io.github.ordertimeout.jdbc.shapes.ShapedShop.said;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Small whole numbers, an optimistic lock by time, stock added back. */
@EachDatabase(on = {TestServer.MARIADB, TestServer.MYSQL})
class LitemallShapeTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("litemall: the whole recipe on a table of its shape")
    void recipe() {
        whole(new ShapedShop(db, Recipe.of("litemall"), TABLES));
    }

    @Test
    @DisplayName("litemall: the same on the shop's own tables, where they are at hand")
    void ownTables() {
        whole(SharedSchema.shop(db, "litemall", Recipe.of("litemall"), TABLES));
    }

    private void whole(ShapedShop opened) {
        try (ShapedShop shop = opened) {
            order(1, 1805, "101, NULL, NULL, 0");
            order(2, 1795, "101, NULL, NULL, 0");
            order(3, 9000, "201, 'wx1', NULL, 0");
            order(4, 9000, "101, 'wx2', NULL, 0");
            order(5, 9000, "101, '', NULL, 0");
            order(6, 9000, "101, NULL, NULL, 1");
            order(7, 9000, "102, NULL, NULL, 0");
            order(8, 9000, "101, NULL, NULL, NULL");
            order(9, 0, "101, NULL, NULL, 0");
            db.execute(
                    "UPDATE litemall_order SET add_time = NULL WHERE id = 9",
                    "INSERT INTO litemall_order_goods (order_id, product_id, number, deleted) VALUES"
                            + " (1, 11, 2, 0), (1, 11, 3, 0), (1, 12, 9, 1), (2, 11, 7, 0), (5, 12, 4, 0)",
                    "INSERT INTO litemall_goods_product (id, number) VALUES (11, 100), (12, 0)",
                    "INSERT INTO litemall_coupon_user (id, order_id, status, update_time, deleted) VALUES (1, 1, 1, NULL, 0), (2, 5, 2, NULL, 0), (3, 2, 1, NULL, 0)");
            OrderTimeoutEngine engine = shop.engine();

            RuleReport report = shop.planThenRun(engine, "litemall_order", 2);

            assertThat(report.inconsistent()).isEqualTo(1);
            assertThat(shop.statuses("litemall_order", "order_sn", "order_status"))
                    .isEqualTo("N1:103 N2:101 N3:201 N4:101 N5:103 N6:101 N7:102 N8:101 N9:101");
            assertThat(db.column("SELECT CONCAT(id, ' ', number) FROM litemall_goods_product ORDER BY id"))
                    .containsExactly("11 105", "12 4");
            assertThat(db.column("SELECT CONCAT(id, ' ', status) FROM litemall_coupon_user ORDER BY id"))
                    .containsExactly("1 0", "2 2", "3 1");
            assertThat(db.column("SELECT CONCAT(order_sn, ' ', end_time, ' ', update_time) FROM litemall_order WHERE"
                            + " order_status = 103 ORDER BY id"))
                    .containsExactly(
                            "N1 2026-03-01 18:00:00 2026-03-01 18:00:00", "N5 2026-03-01 18:00:00 2026-03-01 18:00:00");
            assertThat(said(engine, "N1")).isEqualTo("closed: Its status 103 is the closed one");
            assertThat(said(engine, "N4"))
                    .isEqualTo(
                            "inconsistent: It is open but shows signs of a payment (paid-evidence); it is never closed");
            assertThat(said(engine, "N7")).isEqualTo("not-matching: status is 102, not 101");
            assertThat(said(engine, "N8")).isEqualTo("not-matching: `deleted` is null; the rule wants false");
            shop.fiveSecondsLater(engine, 1);
        }
    }

    private static final String[] TABLES = {
        "CREATE TABLE litemall_order (id int(11) NOT NULL AUTO_INCREMENT PRIMARY KEY, order_sn varchar(63) NOT NULL, order_status"
                + " smallint(6) NOT NULL, actual_price decimal(10,2) NOT NULL DEFAULT 1, pay_id varchar(63), pay_time datetime,"
                + " end_time datetime, add_time datetime, update_time datetime, deleted tinyint(1) DEFAULT '0')",
        "CREATE TABLE litemall_order_goods (id int(11) NOT NULL AUTO_INCREMENT PRIMARY KEY, order_id int(11) NOT NULL, product_id"
                + " int(11) NOT NULL, number smallint(5) NOT NULL, deleted tinyint(1) DEFAULT '0', KEY order_id (order_id))",
        "CREATE TABLE litemall_goods_product (id int(11) PRIMARY KEY, number int(11) NOT NULL, update_time datetime)",
        "CREATE TABLE litemall_coupon_user (id int(11) PRIMARY KEY, order_id int(11), status smallint(6) DEFAULT '0', update_time"
                + " datetime, deleted tinyint(1) DEFAULT '0')"
    };

    private void order(int id, long age, String rest) {
        db.execute(
                "INSERT INTO litemall_order (id, order_sn, add_time, order_status, pay_id, pay_time, deleted) VALUES ("
                        + id + ", 'N" + id + "', " + ago(age, "Asia/Shanghai") + ", " + rest + ")");
    }
}

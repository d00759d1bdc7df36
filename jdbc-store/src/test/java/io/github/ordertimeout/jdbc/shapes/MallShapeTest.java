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

/** Terms in a settings table, local times, history, coupons and points. */
@EachDatabase(on = {TestServer.MARIADB, TestServer.MYSQL})
class MallShapeTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("mall: the whole recipe on a table of its shape")
    void recipe() {
        whole(new ShapedShop(db, Recipe.of("mall"), TABLES));
    }

    @Test
    @DisplayName("mall: the same on the shop's own tables, where they are at hand")
    void ownTables() {
        whole(SharedSchema.shop(db, "macrozheng-mall", Recipe.of("mall"), TABLES));
    }

    private void whole(ShapedShop opened) {
        try (ShapedShop shop = opened) {
            order(1, 7205, "0, 0, 0, NULL");
            order(2, 7195, "0, 0, 0, NULL");
            order(3, 3605, "0, 1, 0, NULL");
            order(4, 3595, "0, 1, 0, NULL");
            order(5, 7205, "0, 2, 0, NULL");
            order(6, 90000, "0, 0, 1, NULL");
            order(7, 90000, "1, 0, 0, " + ago(89000, "Asia/Shanghai"));
            order(8, 90000, "0, 0, 0, " + ago(89000, "Asia/Shanghai"));
            order(9, 0, "0, 0, 0, NULL");
            order(10, 0, "0, 0, 0, NULL");
            db.execute(
                    "UPDATE oms_order SET create_time = NULL WHERE id = 9",
                    "UPDATE oms_order SET create_time = '0000-00-00 00:00:00' WHERE id = 10",
                    "INSERT INTO oms_order_item (order_id, product_sku_id, product_quantity) VALUES"
                            + " (1, 11, 2), (1, 11, 3), (1, 12, 1), (2, 11, 7), (3, 12, 4), (5, NULL, 1)",
                    "INSERT INTO pms_sku_stock (id, stock, lock_stock) VALUES (11, 100, 20), (12, 100, 20)",
                    "INSERT INTO ums_member VALUES (100, 5)",
                    "UPDATE oms_order SET use_integration = 50 WHERE id IN (1, 2)",
                    "INSERT INTO sms_coupon_history VALUES (1, 1, 1, now()), (2, 2, 1, now()), (3, 7, 1, now())");
            OrderTimeoutEngine engine = shop.engine();

            RuleReport report = shop.planThenRun(engine, "oms_order", 3);

            assertThat(report.inconsistent()).isEqualTo(1);
            assertThat(shop.statuses("oms_order", "order_sn", "status"))
                    .isEqualTo("N1:4 N10:0 N2:0 N3:4 N4:0 N5:4 N6:0 N7:1 N8:0 N9:0");
            assertThat(db.column("SELECT CONCAT(id, ' ', stock, ' ', lock_stock) FROM pms_sku_stock ORDER BY id"))
                    .containsExactly("11 100 15", "12 100 15");
            assertThat(db.column("SELECT integration FROM ums_member")).containsExactly("55");
            assertThat(
                            db.column(
                                    "SELECT CONCAT(id, ' ', use_status, ' ', COALESCE(order_id, '-')) FROM sms_coupon_history ORDER BY id"))
                    .containsExactly("1 0 -", "2 1 2", "3 1 7");
            assertThat(db.column("SELECT CONCAT(order_id, ' ', operate_man, ' ', create_time, ' ', order_status)"
                            + " FROM oms_order_operate_history ORDER BY order_id"))
                    .containsExactly(
                            "1 order-timeout 2026-03-01 18:00:00 4",
                            "3 order-timeout 2026-03-01 18:00:00 4",
                            "5 order-timeout 2026-03-01 18:00:00 4");
            assertThat(db.column("SELECT DISTINCT modify_time FROM oms_order WHERE status = 4"))
                    .hasSize(1)
                    .allMatch(time -> time.startsWith("2026-03-01 18:00:00"));
            assertThat(db.column("SELECT type FROM order_timeout_release WHERE order_id = '1' ORDER BY type"))
                    .containsExactly("coupon", "inventory", "points");
            assertThat(said(engine, "N1")).isEqualTo("closed: Its status 4 is the closed one");
            assertThat(said(engine, "N2"))
                    .isEqualTo("not-due: Its time to pay has not run out: it closes at 2026-03-01T10:00:05Z");
            assertThat(said(engine, "N6")).isEqualTo("not-matching: `delete_status` is 1; the rule wants 0");
            assertThat(said(engine, "N7")).isEqualTo("paid: Its status 1 is a paid one");
            assertThat(said(engine, "N8"))
                    .isEqualTo(
                            "inconsistent: It is open but shows signs of a payment (paid-evidence); it is never closed");
            assertThat(said(engine, "N9")).isEqualTo("not-matching: has no created time in `create_time`");
            assertThat(said(engine, "N10")).isEqualTo("not-matching: has no created time in `create_time`");
            shop.fiveSecondsLater(engine, 2);
        }
    }

    private static final String[] TABLES = {
        "CREATE TABLE oms_order (id bigint(20) NOT NULL AUTO_INCREMENT PRIMARY KEY, member_id bigint(20) NOT NULL, order_sn"
                + " varchar(64), create_time datetime, status int(1), order_type int(1), delete_status int(1) NOT NULL DEFAULT"
                + " 0, use_integration int(11), payment_time datetime, modify_time datetime) CHARACTER SET utf8",
        "CREATE TABLE oms_order_item (id bigint(20) NOT NULL AUTO_INCREMENT PRIMARY KEY, order_id bigint(20), product_sku_id"
                + " bigint(20), product_quantity int(11))",
        "CREATE TABLE oms_order_setting (id bigint(20) PRIMARY KEY, flash_order_overtime int(11), normal_order_overtime int(11))",
        "INSERT INTO oms_order_setting (id, flash_order_overtime, normal_order_overtime) VALUES (1, 60, 120)",
        "CREATE TABLE oms_order_operate_history (id bigint(20) NOT NULL AUTO_INCREMENT PRIMARY KEY, order_id bigint(20),"
                + " operate_man varchar(100), create_time datetime, order_status int(1), note varchar(500)) CHARACTER SET utf8",
        "CREATE TABLE pms_sku_stock (id bigint(20) PRIMARY KEY, stock int(11) DEFAULT 0, lock_stock int(11) DEFAULT 0)",
        "CREATE TABLE ums_member (id bigint(20) PRIMARY KEY, integration int(11))",
        "CREATE TABLE sms_coupon_history (id bigint(20) PRIMARY KEY, order_id bigint(20), use_status int(1), use_time datetime)"
    };

    private void order(int id, long age, String rest) {
        db.execute(
                "INSERT INTO oms_order (id, member_id, order_sn, create_time, status, order_type, delete_status, payment_time)"
                        + " VALUES (" + id + ", 100, 'N" + id + "', " + ago(age, "Asia/Shanghai") + ", " + rest + ")");
    }
}

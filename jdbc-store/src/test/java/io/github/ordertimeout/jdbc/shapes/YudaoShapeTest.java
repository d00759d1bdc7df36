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

/** Tenants with terms of their own, the payment order in another table, stock on two levels. */
@EachDatabase(on = TestServer.POSTGRESQL)
class YudaoShapeTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("yudao: the whole recipe on a table of its shape")
    void recipe() {
        whole(new ShapedShop(db, Recipe.of("yudao"), TABLES));
    }

    @Test
    @DisplayName("yudao: the same on the shop's own tables, where they are at hand")
    void ownTables() {
        whole(SharedSchema.shop(db, "yudao-trade-postgresql", Recipe.of("yudao"), TABLES));
    }

    private void whole(ShapedShop opened) {
        try (ShapedShop shop = opened) {
            order(1, 7205, "0, false, 0, 1");
            order(2, 7195, "0, false, 0, 1");
            order(3, 7205, "0, false, 0, 122");
            order(4, 86405, "0, false, 0, 122");
            order(5, 9000, "0, true, 0, 1");
            order(6, 9000, "10, true, 0, 1");
            order(7, 9000, "0, false, 1, 1");
            order(8, 9000, "0, false, 0, 1");
            db.execute(
                    "INSERT INTO pay_order VALUES (800, 10), (100, 0)",
                    "UPDATE trade_order SET pay_order_id = id * 100",
                    "UPDATE trade_order SET coupon_id = 5, use_point = 30, user_id = 7 WHERE id IN (1, 2)",
                    "INSERT INTO promotion_coupon VALUES (5, 2, 1, now())",
                    "INSERT INTO member_user VALUES (7, 10)",
                    "INSERT INTO trade_order_item VALUES (1, 1, 1, 11, 2, 0), (2, 1, 1, 11, 3, 0), (3, 1, 1, 12, 1, 0), (4, 2, 1, 11,"
                            + " 7, 0)",
                    "INSERT INTO product_sku VALUES (11, 50), (12, 0)",
                    "INSERT INTO product_spu VALUES (1, 50)");
            OrderTimeoutEngine engine = shop.engine();

            RuleReport report = shop.planThenRun(engine, "trade_order", 2);

            assertThat(report.inconsistent()).isEqualTo(2);
            assertThat(db.column(
                            "SELECT no || ' ' || cancel_type || ' ' || cancel_time || ' ' || updater FROM trade_order WHERE"
                                    + " status = 40 ORDER BY id"))
                    .containsExactly("N1 10 2026-03-01 18:00:00 unpaid", "N4 10 2026-03-01 18:00:00 unpaid");
            assertThat(db.column("SELECT id || ' ' || stock FROM product_sku ORDER BY id"))
                    .containsExactly("11 55", "12 1");
            assertThat(db.column("SELECT stock FROM product_spu")).containsExactly("56");
            assertThat(db.column("SELECT status || ' ' || COALESCE(use_order_id::text, '-') FROM promotion_coupon"))
                    .containsExactly("1 -");
            assertThat(db.column("SELECT point FROM member_user")).containsExactly("40");
            assertThat(db.column(
                            "SELECT order_id || ' ' || before_status || ' ' || after_status || ' ' || tenant_id FROM"
                                    + " trade_order_log ORDER BY order_id"))
                    .containsExactly("1 0 40 1", "4 0 40 122");
            assertThat(said(engine, "N1")).isEqualTo("closed: Its status 40 is the closed one");
            assertThat(said(engine, "N3"))
                    .isEqualTo("not-due: Its time to pay has not run out: it closes at 2026-03-02T07:59:55Z");
            assertThat(said(engine, "N5"))
                    .isEqualTo(
                            "inconsistent: It is open but shows signs of a payment (paid-evidence); it is never closed");
            assertThat(said(engine, "N7")).isEqualTo("not-matching: `deleted` is 1; the rule wants 0");
            assertThat(said(engine, "N8"))
                    .isEqualTo(
                            "inconsistent: It is open but shows signs of a payment (paid-evidence); it is never closed");
            shop.fiveSecondsLater(engine, 1);
        }
    }

    private static final String[] TABLES = {
        "CREATE TABLE trade_order (id int8 PRIMARY KEY, no varchar(255) NOT NULL, user_id int8 NOT NULL DEFAULT 0, status int4 NOT"
                + " NULL, cancel_time timestamp, cancel_type int4, pay_order_id int8, pay_status bool NOT NULL, pay_time timestamp,"
                + " pay_price int4, coupon_id int8, use_point int4, updater varchar(64) DEFAULT '', create_time timestamp NOT NULL,"
                + " update_time timestamp, deleted int2 NOT NULL DEFAULT 0, tenant_id int8 NOT NULL DEFAULT 0)",
        "CREATE TABLE pay_order (id int8 PRIMARY KEY, status int4 NOT NULL)",
        "CREATE TABLE trade_order_item (id int8 PRIMARY KEY, order_id int8 NOT NULL, spu_id int8 NOT NULL, sku_id int8 NOT NULL,"
                + " count int4 NOT NULL, deleted int2 NOT NULL DEFAULT 0)",
        "CREATE TABLE product_sku (id int8 PRIMARY KEY, stock int4 NOT NULL)",
        "CREATE TABLE product_spu (id int8 PRIMARY KEY, stock int4 NOT NULL)",
        "CREATE TABLE promotion_coupon (id int8 PRIMARY KEY, status int4 NOT NULL, use_order_id int8, use_time timestamp)",
        "CREATE TABLE member_user (id int8 PRIMARY KEY, point int4 NOT NULL)",
        "CREATE TABLE trade_order_log (id bigserial PRIMARY KEY, user_id int8, user_type int2, order_id int8, before_status int4,"
                + " after_status int4, content varchar(2000), create_time timestamp, tenant_id int8)"
    };

    private void order(int id, long age, String rest) {
        db.execute("INSERT INTO trade_order (id, no, create_time, status, pay_status, deleted, tenant_id) VALUES (" + id
                + ", 'N" + id + "', " + ago(age, "Asia/Shanghai") + ", " + rest + ")");
    }
}

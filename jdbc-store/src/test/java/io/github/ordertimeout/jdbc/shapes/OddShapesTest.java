package io.github.ordertimeout.jdbc.shapes;

import static io.github.ordertimeout.jdbc.shapes.ShapedShop.NOW;
import static io.github.ordertimeout.jdbc.shapes.ShapedShop.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What none of the documented shops has: many oddities of real tables at once. */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB, TestServer.MYSQL})
class OddShapesTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("a BIT(1) that is the close, paid in another column, unix seconds, 20-digit keys, one row per unit")
    void flagThatCloses() {
        assumeThat(db.server().isMySqlFamily()).isTrue();
        String rule = """
                order-timeout:
                  rules:
                    unpaid:
                      table: tbl_Order
                      id-column: order-id
                      number-column: Order No
                      status-column: state
                      open-status: 1
                      paid-when: {pay: 'yes'}
                      due-column: expire
                      created-column: ctime
                      time-kind: epoch-seconds
                      timeout: 15m
                      where: {gone: 0, hidden: not 1}
                      on-close: {gone: 1, gone_at: ":now", version: increment, memo: ":reason"}
                      releases:
                        points: INSERT INTO points_log (order_no, at) VALUES (:number, :now)
                      inventory:
                        item-table: unit
                        item-order-column: order_no
                        item-order-key: number
                        stock-table: stock
                        stock-keys: {sku: sku, shop: order.shop}
                        stock-where: {kind: sale}
                        reserved-column: held
                        available-column: free
                """;
        try (ShapedShop shop = new ShapedShop(
                db,
                rule,
                "CREATE TABLE `tbl_Order` (`order-id` bigint(20) unsigned PRIMARY KEY, `Order No` char(20) NOT NULL UNIQUE, state"
                        + " tinyint unsigned NOT NULL DEFAULT 1, pay enum('no', 'part', 'yes') NOT NULL DEFAULT 'no', ctime int"
                        + " unsigned NOT NULL DEFAULT 0, expire int unsigned DEFAULT 0, gone bit(1) NOT NULL DEFAULT b'0', hidden"
                        + " tinyint, gone_at int unsigned DEFAULT 0, version int NOT NULL DEFAULT 0, shop smallint NOT NULL DEFAULT"
                        + " 1, memo varchar(40))",
                "CREATE TABLE unit (id int AUTO_INCREMENT PRIMARY KEY, order_no varchar(20), sku varchar(20))",
                "CREATE TABLE stock (sku varchar(20), shop smallint, kind varchar(10), held int unsigned, free int unsigned,"
                        + " PRIMARY KEY (sku, shop, kind))",
                "CREATE TABLE points_log (order_no varchar(20), at int)")) {
            row(1, "ctime = " + sec(905));
            row(2, "ctime = " + sec(895));
            row(3, "ctime = " + sec(9000) + ", expire = " + sec(-5));
            row(4, "ctime = " + sec(9) + ", expire = " + sec(5) + ", shop = 2");
            row(5, "ctime = " + sec(9000) + ", pay = 'yes'");
            row(6, "ctime = " + sec(9000) + ", gone = b'1'");
            row(7, "ctime = " + sec(9000) + ", hidden = 1");
            row(8, "ctime = " + sec(9000) + ", hidden = 0, pay = 'part'");
            row(9, "state = 2, ctime = " + sec(9000));
            row(10, "state = 1");
            db.execute(
                    "INSERT INTO unit (order_no, sku) VALUES ('N1', 'a'), ('N1', 'a'), ('N1', 'b'), ('N4', 'a'), ('N2', 'a')",
                    "INSERT INTO stock VALUES ('a', 1, 'sale', 9, 0), ('a', 2, 'sale', 9, 0), ('b', 1, 'sale', 9, 0), ('a', 1,"
                            + " 'demo', 9, 0)");
            OrderTimeoutEngine engine = shop.engine();

            RuleReport report = shop.planThenRun(engine, "tbl_Order", 3);

            assertThat(report.inconsistent()).isEqualTo(1);
            assertThat(db.column("SELECT CONCAT(`order-id`, ' ', state, ' ', gone_at - " + NOW.getEpochSecond()
                            + ", ' ', version, ' ', memo) FROM tbl_Order WHERE gone = b'1' AND gone_at > 0 ORDER BY 1"))
                    .containsExactly(
                            "18000000000000000001 1 0 1 timeout",
                            "18000000000000000004 1 0 1 timeout",
                            "18000000000000000008 1 0 1 timeout");
            assertThat(db.column("SELECT CONCAT(sku, shop, kind, ' ', held, ' ', free) FROM stock ORDER BY 1"))
                    .containsExactly("a1demo 9 0", "a1sale 7 2", "a2sale 8 1", "b1sale 8 1");
            assertThat(db.column("SELECT CONCAT(order_no, ' ', at - " + NOW.getEpochSecond()
                            + ") FROM points_log ORDER BY 1"))
                    .containsExactly("N1 0", "N4 0", "N8 0");
            assertThat(said(engine, "18000000000000000001"))
                    .isEqualTo("closed: It bears what a close sets: `gone` is 1; the rule wants 0");
            assertThat(said(engine, "N5")).startsWith("paid: ");
            assertThat(said(engine, "N7")).isEqualTo("not-matching: `hidden` is 1; the rule wants not 1");
            assertThat(said(engine, "N10")).isEqualTo("not-matching: has no created time in `ctime`");
            shop.fiveSecondsLater(engine, 2);
        }
    }

    private void row(int id, String set) {
        db.execute("INSERT INTO tbl_Order SET `order-id` = " + "180000000000000000" + String.format("%02d", id)
                + ", `Order No` = 'N" + id + "', " + set);
    }

    private static String sec(long ago) {
        return Long.toString(NOW.getEpochSecond() - ago);
    }

    @Test
    @DisplayName(
            "a qualified, mixed-case table; char(n) keys; a date with a fallback of another kind; the last update counts")
    void mixedCase() {
        assumeThat(db.server()).isEqualTo(TestServer.POSTGRESQL);
        String rule = """
                order-timeout:
                  rules:
                    unpaid:
                      table: SCHEMA.Order
                      id-column: Id
                      number-column: orderNo
                      status-column: State
                      open-status: [AWAITING, Retry]
                      closed-status: CANCELLED
                      due-column: payBy
                      time-kind: date
                      time-zone: Asia/Tokyo
                      created-column: updatedAt
                      created-time-kind: epoch-millis
                      timeout: 3d
                      timeouts-by:
                        - {where: {tenantId: 2}, timeout: 30d}
                      where: {deletedAt: is null}
                      paid-evidence: {paidAmount: "> 0"}
                      on-close: {updatedAt: ":now", closedOn: ":now"}
                      inventory:
                        item-table: SCHEMA.OrderLine
                        item-order-column: orderId
                        item-quantity-column: qty
                        item-minus-column: returned
                        stock-table: SCHEMA.Stock
                        stock-keys: {Sku: sku}
                        available-column: onHand
                """.replace("SCHEMA", db.schemaName());
        try (ShapedShop shop = new ShapedShop(
                db,
                rule,
                "CREATE TYPE \"OrderState\" AS ENUM ('AWAITING', 'Retry', 'PAID', 'CANCELLED')",
                "CREATE TABLE \"Order\" (\"Id\" char(26) PRIMARY KEY, \"orderNo\" text NOT NULL, \"State\" \"OrderState\" NOT NULL,"
                        + " \"payBy\" date, \"updatedAt\" bigint NOT NULL, \"tenantId\" int, \"deletedAt\" timestamptz,"
                        + " \"paidAmount\" double precision, \"closedOn\" date)",
                "CREATE TABLE \"OrderLine\" (id serial PRIMARY KEY, \"orderId\" char(26), sku char(8), qty double precision,"
                        + " returned double precision)",
                "CREATE TABLE \"Stock\" (\"Sku\" char(8) PRIMARY KEY, \"onHand\" double precision NOT NULL)")) {
            order(1, "AWAITING", "'2026-02-28'", 0, 1);
            order(2, "AWAITING", "'2026-03-01'", 900_000, 1);
            order(3, "Retry", "NULL", 259_205, 1);
            order(4, "AWAITING", "NULL", 259_195, 1);
            order(5, "AWAITING", "NULL", 432_000, 2);
            order(6, "AWAITING", "'infinity'", 900_000, 1);
            order(7, "PAID", "'2026-02-01'", 900_000, 1);
            order(8, "AWAITING", "'2026-02-01'", 900_000, 1);
            order(9, "AWAITING", "'2026-02-01'", 900_000, 1);
            db.execute(
                    "UPDATE \"Order\" SET \"paidAmount\" = 0.01 WHERE \"orderNo\" = 'N8'",
                    "UPDATE \"Order\" SET \"deletedAt\" = now() WHERE \"orderNo\" = 'N9'",
                    "INSERT INTO \"OrderLine\" (\"orderId\", sku, qty, returned) VALUES ('key-1', 'a', 2.5, 0.5), ('key-1', 'a', 1,"
                            + " NULL), ('key-4', 'a', 7, 0)",
                    "INSERT INTO \"Stock\" VALUES ('a', 10)");
            OrderTimeoutEngine engine = shop.engine();

            RuleReport report = shop.planThenRun(engine, "\"Order\"", 3);

            assertThat(report.inconsistent()).isEqualTo(1);
            assertThat(db.column("SELECT rtrim(\"Id\") || ' ' || (\"updatedAt\" - " + NOW.toEpochMilli()
                            + ") || ' ' || \"closedOn\" FROM \"Order\" WHERE \"State\" = 'CANCELLED' ORDER BY 1"))
                    .containsExactly("key-1 0 2026-03-01", "key-3 0 2026-03-01", "key-6 0 2026-03-01");
            assertThat(db.column("SELECT \"onHand\" FROM \"Stock\"")).containsExactly("13");
            assertThat(db.column("SELECT order_id FROM order_timeout_release ORDER BY 1"))
                    .containsExactly("key-1", "key-3", "key-6");
            assertThat(said(engine, "key-2"))
                    .isEqualTo("not-due: Its time to pay has not run out: it closes at" + " 2026-03-01T15:00:00Z");
            assertThat(said(engine, "N5")).startsWith("not-due: ");
            shop.fiveSecondsLater(engine, 1);
        }
    }

    private void order(int id, String state, String payBy, long age, int tenant) {
        db.execute(
                "INSERT INTO \"Order\" (\"Id\", \"orderNo\", \"State\", \"payBy\", \"updatedAt\", \"tenantId\") VALUES ('key-"
                        + id + "', 'N" + id + "', '" + state + "', " + payBy + ", " + (NOW.toEpochMilli() - age * 1000)
                        + ", " + tenant + ")");
    }
}

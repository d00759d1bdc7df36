package io.github.ordertimeout.jdbc.shapes;

import static io.github.ordertimeout.jdbc.shapes.ShapedShop.ago;
import static io.github.ordertimeout.jdbc.shapes.ShapedShop.said;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** UUIDs, a term per channel, payments in two other tables, allocations that the close sets to zero. */
@EachDatabase(on = TestServer.POSTGRESQL)
class SaleorShapeTest {
    @Parameter
    TestDatabase db;

    private static final String ID = "0b8a6c2e-6f6e-4d57-9c1d-2f0c1b7a5e";

    @Test
    @DisplayName("Saleor: the whole recipe on a table of its shape")
    void recipe() {
        whole(new ShapedShop(db, Recipe.of("Saleor"), TABLES));
    }

    @Test
    @DisplayName("Saleor: the same on the shop's own tables, where they are at hand")
    void ownTables() {
        whole(SharedSchema.shop(db, "saleor", Recipe.of("Saleor"), TABLES));
    }

    private void whole(ShapedShop opened) {
        try (ShapedShop shop = opened) {
            order(1, 3605, "unconfirmed", 1);
            order(2, 3595, "unconfirmed", 1);
            order(3, 90000, "unconfirmed", 2);
            order(4, 90000, "unconfirmed", 3);
            order(5, 90000, "unconfirmed", 4);
            order(6, 90000, "unconfirmed", 9);
            order(7, 90000, "unfulfilled", 1);
            order(8, 90000, "unconfirmed", 1);
            order(9, 90000, "unconfirmed", 1);
            order(10, 90000, "unconfirmed", 1);
            order(11, 172805, "unconfirmed", 2);
            db.execute(
                    "INSERT INTO payment_payment (order_id) VALUES ('" + ID + "08')",
                    "INSERT INTO payment_transactionitem (order_id) VALUES ('" + ID + "09')",
                    "UPDATE order_order SET charge_status = 'full' WHERE number = 10",
                    "UPDATE order_order SET voucher_code = 'SPRING' WHERE number IN (1, 2)",
                    "INSERT INTO discount_vouchercode VALUES ('SPRING', 2)",
                    "INSERT INTO order_orderline VALUES ('" + ID + "a1', '" + ID + "01'), ('" + ID + "a2', '" + ID
                            + "01'), ('" + ID + "a3', '" + ID + "02')",
                    "INSERT INTO warehouse_stock (id, quantity, quantity_allocated) VALUES (1, 50, 20), (2, 50, 20)",
                    "INSERT INTO warehouse_allocation (order_line_id, stock_id, quantity_allocated) VALUES ('" + ID
                            + "a1', 1, 2), ('" + ID + "a2', 1, 3), ('" + ID + "a2', 2, 4), ('" + ID + "a3', 1, 7)");
            OrderTimeoutEngine engine = shop.engine();

            shop.planThenRun(engine, "order_order", 2);

            assertThat(db.column(
                            "SELECT number FROM order_order WHERE status = 'expired' AND expired_at = '2026-03-01 10:00+00'"
                                    + " ORDER BY number"))
                    .containsExactly("1", "11");
            assertThat(
                            db.column(
                                    "SELECT id || ' ' || quantity || ' ' || quantity_allocated FROM warehouse_stock ORDER BY id"))
                    .containsExactly("1 50 15", "2 50 16");
            assertThat(db.column("SELECT quantity_allocated FROM warehouse_allocation ORDER BY id"))
                    .containsExactly("0", "0", "0", "7");
            assertThat(db.column("SELECT used FROM discount_vouchercode")).containsExactly("1");
            assertThat(db.column(
                            "SELECT type || ' ' || right(order_id::text, 2) FROM order_orderevent ORDER BY order_id"))
                    .containsExactly("expired 01", "expired 11");
            assertThat(said(engine, "1")).isEqualTo("closed: Its status expired is the closed one");
            assertThat(said(engine, "3"))
                    .isEqualTo("not-due: Its time to pay has not run out: it closes at 2026-03-02T09:00:00Z");
            assertThat(said(engine, "4")).isEqualTo("not-matching: never runs out: timeouts-from says never");
            assertThat(said(engine, "5")).isEqualTo("not-matching: never runs out: timeouts-from says never");
            assertThat(said(engine, "6")).isEqualTo("not-matching: never runs out: timeout says never");
            assertThat(said(engine, "8")).isEqualTo("not-matching: where-sql does not hold");
            assertThat(said(engine, "10")).isEqualTo("not-matching: `charge_status` is full; the rule wants none");
            shop.fiveSecondsLater(engine, 1);
        }
    }

    private static final String[] TABLES = {
        "CREATE TABLE channel_channel (id serial PRIMARY KEY, slug varchar(255) NOT NULL UNIQUE, expire_orders_after integer)",
        "INSERT INTO channel_channel (id, slug, expire_orders_after) VALUES (1, 'hour', 60), (2, 'two days', 2880), (3, 'off', NULL), (4, 'zero', 0)",
        "CREATE TABLE order_order (id uuid PRIMARY KEY, number integer NOT NULL UNIQUE, created_at timestamptz NOT NULL,"
                + " updated_at timestamptz, expired_at timestamptz, status varchar(32) NOT NULL, authorize_status varchar(32)"
                + " NOT NULL, charge_status varchar(32) NOT NULL, channel_id integer NOT NULL, voucher_code varchar(255))",
        "CREATE TABLE payment_payment (id serial PRIMARY KEY, order_id uuid)",
        "CREATE TABLE payment_transactionitem (id serial PRIMARY KEY, order_id uuid)",
        "CREATE TABLE order_orderline (id uuid PRIMARY KEY, order_id uuid NOT NULL)",
        "CREATE TABLE order_orderevent (id serial PRIMARY KEY, date timestamptz NOT NULL, type varchar(255) NOT NULL, order_id"
                + " uuid NOT NULL, parameters jsonb NOT NULL)",
        "CREATE TABLE warehouse_stock (id serial PRIMARY KEY, quantity integer NOT NULL, quantity_allocated integer NOT NULL)",
        "CREATE TABLE warehouse_allocation (id serial PRIMARY KEY, order_line_id uuid NOT NULL, stock_id integer NOT NULL,"
                + " quantity_allocated integer NOT NULL CHECK (quantity_allocated >= 0), UNIQUE (order_line_id, stock_id))",
        "CREATE TABLE discount_vouchercode (code varchar(255) PRIMARY KEY, used integer NOT NULL)"
    };

    private void order(int number, long age, String status, int channel) {
        db.execute(
                "INSERT INTO order_order (id, number, created_at, status, authorize_status, charge_status, channel_id) VALUES ('"
                        + ID + String.format("%02d", number) + "', " + number + ", "
                        + ago(age, "UTC").replaceFirst("'$", "+00'") + ", '"
                        + status + "', 'none', 'none', " + channel + ")");
    }
}

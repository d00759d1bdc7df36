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

/** Several state columns that change together, TIMESTAMP(0) without a zone, carts without a time. */
@EachDatabase(on = TestServer.POSTGRESQL)
class SyliusShapeTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("Sylius: the whole recipe on a table of its shape")
    void recipe() {
        whole(new ShapedShop(db, Recipe.of("Sylius"), TABLES));
    }

    @Test
    @DisplayName("Sylius: the same on the shop's own tables, where they are at hand")
    void ownTables() {
        whole(SharedSchema.shop(db, "sylius-postgresql", Recipe.of("Sylius"), TABLES));
    }

    private void whole(ShapedShop opened) {
        try (ShapedShop shop = opened) {
            order(1, 432_005, "new", "completed", "awaiting_payment");
            order(2, 431_995, "new", "completed", "awaiting_payment");
            order(3, 900_000, "new", "completed", "refunded");
            order(4, 900_000, "new", "completed", "authorized");
            order(5, 900_000, "fulfilled", "completed", "paid");
            order(6, 900_000, "new", "payment_selected", "awaiting_payment");
            order(7, 900_000, "cart", "cart", "cart");
            order(8, 900_000, "new", "completed", "awaiting_payment");
            db.execute(
                    "UPDATE sylius_order SET checkout_completed_at = NULL WHERE id IN (7, 8)",
                    "UPDATE sylius_order SET promotion_coupon_id = 1 WHERE id IN (1, 2)",
                    "INSERT INTO sylius_promotion_coupon VALUES (1, 2)",
                    "INSERT INTO sylius_payment SELECT id, id, 'new' FROM sylius_order",
                    "INSERT INTO sylius_payment VALUES (11, 1, 'failed')",
                    "INSERT INTO sylius_shipment SELECT id, id, 'ready' FROM sylius_order",
                    "INSERT INTO sylius_order_item (id, order_id, variant_id, quantity) VALUES (1, 1, 11, 2), (2, 1, 11, 3), (3, 1, 12, 1), (4, 2, 11, 7)",
                    "INSERT INTO sylius_product_variant (id, version, on_hold, on_hand, tracked) VALUES (11, 1, 20, 50, true), (12, 1, 0, 0, false)");
            OrderTimeoutEngine engine = shop.engine();

            shop.planThenRun(engine, "sylius_order", 1);

            assertThat(db.column(
                            "SELECT id || ' ' || state || ' ' || payment_state || ' ' || shipping_state || ' ' || updated_at"
                                    + " FROM sylius_order WHERE state = 'cancelled'"))
                    .containsExactly("1 cancelled cancelled cancelled 2026-03-01 11:00:00");
            assertThat(db.column("SELECT id FROM sylius_payment WHERE state = 'cancelled'"))
                    .containsExactly("1");
            assertThat(db.column("SELECT id FROM sylius_shipment WHERE state = 'cancelled'"))
                    .containsExactly("1");
            assertThat(db.column(
                            "SELECT id || ' ' || version || ' ' || on_hold || ' ' || on_hand FROM sylius_product_variant"
                                    + " ORDER BY id"))
                    .containsExactly("11 2 15 50", "12 1 0 0");
            assertThat(db.column("SELECT used FROM sylius_promotion_coupon")).containsExactly("1");
            assertThat(said(engine, "N1")).isEqualTo("closed: Its status cancelled is the closed one");
            assertThat(said(engine, "N3"))
                    .isEqualTo("not-matching: `payment_state` is refunded; the rule wants awaiting_payment");
            assertThat(said(engine, "N5")).isEqualTo("paid: Its status fulfilled is a paid one");
            assertThat(said(engine, "N6"))
                    .isEqualTo("not-matching: `checkout_state` is payment_selected; the rule wants completed");
            assertThat(said(engine, "N8")).isEqualTo("not-matching: has no created time in `checkout_completed_at`");
            shop.fiveSecondsLater(engine, 1);
        }
    }

    private static final String[] TABLES = {
        "CREATE TABLE sylius_order (id int PRIMARY KEY, number varchar(255) UNIQUE, state varchar(255) NOT NULL,"
                + " checkout_completed_at timestamp(0), updated_at timestamp(0), promotion_coupon_id int, checkout_state"
                + " varchar(255) NOT NULL, payment_state varchar(255) NOT NULL, shipping_state varchar(255) NOT NULL)",
        "CREATE TABLE sylius_payment (id int PRIMARY KEY, order_id int, state varchar(255), updated_at timestamp(0))",
        "CREATE TABLE sylius_shipment (id int PRIMARY KEY, order_id int, state varchar(255), updated_at timestamp(0))",
        "CREATE TABLE sylius_promotion_coupon (id int PRIMARY KEY, used int NOT NULL)",
        "CREATE TABLE sylius_order_item (id int PRIMARY KEY, order_id int NOT NULL, variant_id int NOT NULL, quantity int NOT NULL)",
        "CREATE TABLE sylius_product_variant (id int PRIMARY KEY, version int DEFAULT 1 NOT NULL, on_hold int NOT NULL, on_hand int"
                + " NOT NULL, tracked boolean NOT NULL)"
    };

    private void order(int id, long age, String state, String checkout, String payment) {
        db.execute("INSERT INTO sylius_order (id, number, state, checkout_completed_at, checkout_state, payment_state,"
                + " shipping_state) VALUES (" + id + ", 'N" + id + "', '" + state + "', " + ago(age, "Europe/Warsaw")
                + ", '"
                + checkout + "', '" + payment + "', 'ready')");
    }
}

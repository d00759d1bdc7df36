package io.github.ordertimeout.jdbc.shapes;

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

/** MySQL's TIMESTAMP, unsigned keys, the method of payment in another table, lines that were cancelled in part. */
@EachDatabase(on = {TestServer.MARIADB, TestServer.MYSQL})
class BagistoShapeTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("Bagisto: the whole recipe on a table of its shape")
    void recipe() {
        whole(new ShapedShop(db, Recipe.of("Bagisto"), TABLES));
    }

    @Test
    @DisplayName("Bagisto: the same on the shop's own tables, where they are at hand")
    void ownTables() {
        whole(SharedSchema.shop(db, "bagisto", Recipe.of("Bagisto"), TABLES));
    }

    private void whole(ShapedShop opened) {
        try (ShapedShop shop = opened) {
            order(1, 905, "pending", "paypal");
            order(2, 895, "pending", "paypal");
            order(3, 9000, "pending_payment", "stripe");
            order(4, 9000, "pending", "moneytransfer");
            order(5, 9000, "processing", "paypal");
            order(6, 9000, "canceled", "paypal");
            order(7, 9000, "pending", "paypal");
            order(8, 9000, "pending", "paypal");
            db.execute(
                    "UPDATE orders SET grand_total_invoiced = 12.5 WHERE id = 7",
                    "UPDATE orders SET created_at = NULL WHERE id = 8",
                    "UPDATE orders SET channel_id = 2 WHERE id = 3",
                    "INSERT INTO order_items (order_id, product_id, qty_ordered, qty_canceled) VALUES"
                            + " (1, 11, 5, 2), (1, 11, 1, 0), (2, 11, 7, 0), (3, 11, 4, NULL)",
                    "INSERT INTO product_ordered_inventories (product_id, channel_id, qty) VALUES (11, 1, 50), (11, 2, 50)");
            OrderTimeoutEngine engine = shop.engine();

            RuleReport report = shop.planThenRun(engine, "orders", 2);

            assertThat(report.inconsistent()).isEqualTo(1);
            assertThat(shop.statuses("orders", "increment_id", "status"))
                    .isEqualTo(
                            "N1:canceled N2:pending N3:canceled N4:pending N5:processing N6:canceled N7:pending N8:pending");
            assertThat(db.column(
                            "SELECT CONCAT(channel_id, ' ', qty) FROM product_ordered_inventories ORDER BY channel_id"))
                    .as(
                            "what was cancelled before is not given back again, nor taken for given back when the close cancels it")
                    .containsExactly("1 46", "2 46");
            assertThat(db.column(
                            "SELECT CONCAT(order_id, ' ', COALESCE(qty_canceled, '-')) FROM order_items ORDER BY id"))
                    .containsExactly("1 5", "1 1", "2 0", "3 4");
            assertThat(db.column("SELECT DISTINCT UNIX_TIMESTAMP(updated_at) FROM orders WHERE id IN (1, 3)"))
                    .containsExactly(String.valueOf(ShapedShop.NOW.getEpochSecond()));
            assertThat(said(engine, "N1")).isEqualTo("closed: Its status canceled is the closed one");
            assertThat(said(engine, "N4")).isEqualTo("not-matching: where-sql does not hold");
            assertThat(said(engine, "N7"))
                    .isEqualTo(
                            "inconsistent: It is open but shows signs of a payment (paid-evidence); it is never closed");
            shop.fiveSecondsLater(engine, 1);
        }
    }

    private static final String[] TABLES = {
        "CREATE TABLE orders (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, increment_id varchar(255) NOT NULL UNIQUE,"
                + " status varchar(255), grand_total_invoiced decimal(12,4) DEFAULT 0, channel_id int unsigned DEFAULT 1,"
                + " created_at timestamp NULL, updated_at timestamp NULL) COLLATE utf8mb4_unicode_ci",
        "CREATE TABLE order_items (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, order_id int unsigned, product_id int"
                + " unsigned, qty_ordered int DEFAULT 0, qty_invoiced int DEFAULT 0, qty_canceled int DEFAULT 0)",
        "CREATE TABLE order_payment (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, order_id int unsigned, method"
                + " varchar(255) NOT NULL)",
        "CREATE TABLE product_ordered_inventories (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, qty int NOT NULL,"
                + " product_id int unsigned NOT NULL, channel_id int unsigned NOT NULL, UNIQUE (product_id, channel_id))"
    };

    private void order(int id, long age, String status, String method) {
        db.execute(
                "INSERT INTO orders (channel_id, id, increment_id, status, created_at) VALUES (1, " + id + ", 'N" + id
                        + "', '" + status + "', FROM_UNIXTIME(" + (ShapedShop.NOW.getEpochSecond() - age) + "))",
                "INSERT INTO order_payment (order_id, method) VALUES (" + id + ", '" + method + "')");
    }
}

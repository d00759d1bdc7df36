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

/** Binary ids in a composite key, states by foreign key, payments and lines in other tables. */
@EachDatabase(on = {TestServer.MARIADB, TestServer.MYSQL})
class ShopwareShapeTest {
    @Parameter
    TestDatabase db;

    private static final String LIVE = "UNHEX('0FA91CE3E96A4BC2BE4BD9CE752C3425')";
    private static final String DRAFT = "UNHEX(REPEAT('F', 32))";

    @Test
    @DisplayName("Shopware: the whole recipe on a table of its shape")
    void recipe() {
        whole(new ShapedShop(db, Recipe.of("Shopware"), TABLES));
    }

    @Test
    @DisplayName("Shopware: the same on the shop's own tables, where they are at hand")
    void ownTables() {
        whole(SharedSchema.shop(db, "shopware6", Recipe.of("Shopware"), TABLES));
    }

    private void whole(ShapedShop opened) {
        try (ShapedShop shop = opened) {
            order(1, 86405, "B1", "D0", "E1");
            order(2, 86395, "B1", "D0", "E1");
            order(3, 90000, "B1", "D0", "E3");
            order(4, 90000, "B2", "D0", "E3");
            order(5, 90000, "B3", "D0", "E2");
            order(6, 90000, "B1", "C0", "E1");
            order(7, 90000, "B1", "D0", "E2");
            db.execute(
                    "UPDATE `order` SET sales_channel_id = UNHEX('98432DEF39FC4624B33213A56B8C944D') WHERE order_number = 'N6'",
                    line(1, 1, "product", 2),
                    line(2, 1, "product", 3),
                    line(3, 1, "discount", 1),
                    line(4, 2, "product", 7),
                    "INSERT INTO product VALUES (UNHEX(REPEAT('11', 16)), " + LIVE + ", 50), (UNHEX(REPEAT('11', 16)), "
                            + DRAFT + ", 50)");
            OrderTimeoutEngine engine = shop.engine();

            RuleReport report = shop.planThenRun(engine, "`order`", 2);

            assertThat(report.inconsistent()).isEqualTo(1);
            assertThat(db.column("SELECT CONCAT(o.order_number, ' ', s.technical_name, ' ', o.version_id = " + LIVE
                            + ") FROM `order` o JOIN state_machine_state s ON s.id = o.state_id WHERE o.updated_at ="
                            + " '2026-03-01 10:00:00' ORDER BY 1"))
                    .containsExactly("N1 cancelled 1", "N7 cancelled 1");
            assertThat(db.number(
                            "SELECT COUNT(*) FROM `order` WHERE version_id = " + DRAFT + " AND updated_at IS NULL"))
                    .isEqualTo(7);
            assertThat(db.column(
                            "SELECT CONCAT(HEX(t.order_id), ' ', HEX(t.state_id)) FROM order_transaction t WHERE updated_at IS"
                                    + " NOT NULL"))
                    .containsExactly("01".repeat(16) + " " + "E2".repeat(16));
            assertThat(db.column("SELECT CONCAT(LEFT(HEX(referenced_id), 2), ' ', LEFT(HEX(from_state_id), 2), ' ',"
                            + " LEFT(HEX(to_state_id), 2), ' ', action_name) FROM state_machine_history ORDER BY 1"))
                    .containsExactly("01 B1 B3 cancel", "07 B1 B3 cancel");
            assertThat(db.column("SELECT available_stock FROM product ORDER BY version_id"))
                    .containsExactly("55", "50");
            assertThat(said(engine, "N1"))
                    .isEqualTo("closed: Its status b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3 is the closed one");
            assertThat(said(engine, "N3"))
                    .isEqualTo(
                            "inconsistent: It is open but shows signs of a payment (paid-evidence); it is never closed");
            assertThat(said(engine, "N4"))
                    .isEqualTo(
                            "not-matching: status is b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2, not b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1");
            assertThat(said(engine, "N6")).isEqualTo("not-matching: never runs out: timeouts-by[0] says never");
            shop.fiveSecondsLater(engine, 1);
        }
    }

    private static final String[] TABLES = {
        "CREATE TABLE state_machine (id binary(16) PRIMARY KEY, technical_name varchar(255) NOT NULL UNIQUE)",
        "CREATE TABLE state_machine_state (id binary(16) PRIMARY KEY, technical_name varchar(255) NOT NULL, state_machine_id"
                + " binary(16) NOT NULL) COLLATE utf8mb4_unicode_ci",
        "INSERT INTO state_machine (id, technical_name) VALUES (UNHEX(REPEAT('A1', 16)), 'order.state'), (UNHEX(REPEAT('A2', 16)),"
                + " 'order_transaction.state')",
        state("B1", "open", "A1"),
        state("B2", "in_progress", "A1"),
        state("B3", "cancelled", "A1"),
        state("E1", "open", "A2"),
        state("E2", "cancelled", "A2"),
        state("E3", "paid_partially", "A2"),
        "CREATE TABLE `order` (id binary(16) NOT NULL, version_id binary(16) NOT NULL, state_id binary(16) NOT NULL,"
                + " auto_increment bigint unsigned NOT NULL AUTO_INCREMENT UNIQUE, order_number varchar(64), sales_channel_id"
                + " binary(16) NOT NULL, order_date_time datetime(3) NOT NULL, updated_at datetime(3), PRIMARY KEY (id,"
                + " version_id), FOREIGN KEY (state_id) REFERENCES state_machine_state (id))",
        "CREATE TABLE order_transaction (id binary(16) NOT NULL, version_id binary(16) NOT NULL, order_id binary(16) NOT NULL,"
                + " order_version_id binary(16) NOT NULL, state_id binary(16) NOT NULL, updated_at datetime(3), PRIMARY KEY (id,"
                + " version_id), FOREIGN KEY (order_id, order_version_id) REFERENCES `order` (id, version_id))",
        "CREATE TABLE order_line_item (id binary(16) PRIMARY KEY, order_id binary(16) NOT NULL, order_version_id binary(16) NOT"
                + " NULL, product_id binary(16), product_version_id binary(16), quantity int NOT NULL, type varchar(255))",
        "CREATE TABLE product (id binary(16) NOT NULL, version_id binary(16) NOT NULL, available_stock int, PRIMARY KEY (id,"
                + " version_id))",
        "CREATE TABLE state_machine_history (id binary(16) PRIMARY KEY, referenced_id binary(16), referenced_version_id"
                + " binary(16), entity_name varchar(100), from_state_id binary(16), to_state_id binary(16), action_name"
                + " varchar(255), created_at datetime(3) NOT NULL)"
    };

    private static String state(String id, String name, String machine) {
        return "INSERT INTO state_machine_state (id, technical_name, state_machine_id) VALUES (UNHEX(REPEAT('" + id
                + "', 16)), '" + name + "', UNHEX(REPEAT('" + machine + "', 16)))";
    }

    private static String line(int id, int order, String type, int quantity) {
        return "INSERT INTO order_line_item VALUES (UNHEX(REPEAT('0" + id + "', 16)), UNHEX(REPEAT('0" + order
                + "', 16)), " + LIVE + ", UNHEX(REPEAT('11', 16)), " + LIVE + ", " + quantity + ", '" + type + "')";
    }

    /** In two versions, of which only the live one has a payment. */
    private void order(int id, long age, String state, String channel, String payment) {
        for (String version : new String[] {LIVE, DRAFT}) {
            db.execute(
                    "INSERT INTO `order` (id, version_id, state_id, order_number, sales_channel_id, order_date_time) VALUES"
                            + " (UNHEX(REPEAT('0" + id + "', 16)), " + version + ", UNHEX(REPEAT('" + state
                            + "', 16)), 'N" + id
                            + "', UNHEX(REPEAT('" + channel + "', 16)), " + ago(age, "UTC") + ")");
        }
        db.execute(
                "INSERT INTO order_transaction (id, version_id, order_id, order_version_id, state_id, updated_at) VALUES (UNHEX(REPEAT('0"
                        + id + "', 16)), " + LIVE + ", UNHEX(REPEAT('0" + id + "', 16)), " + LIVE + ", UNHEX(REPEAT('"
                        + payment + "', 16)), NULL)");
    }
}

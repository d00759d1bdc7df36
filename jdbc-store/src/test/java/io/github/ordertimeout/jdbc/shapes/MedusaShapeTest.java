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

/** A reserved table name, a native enum, text ids, quantities with decimals, reservations per place. */
@EachDatabase(on = TestServer.POSTGRESQL)
class MedusaShapeTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("Medusa: the whole recipe on a table of its shape")
    void recipe() {
        whole(new ShapedShop(db, Recipe.of("Medusa"), TABLES));
    }

    @Test
    @DisplayName("Medusa: the same on the shop's own tables, where they are at hand")
    void ownTables() {
        whole(SharedSchema.shop(db, "medusa-v2", Recipe.of("Medusa"), TABLES));
    }

    private void whole(ShapedShop opened) {
        try (ShapedShop shop = opened) {
            order(1, 3605, "pending");
            order(2, 3595, "pending");
            order(3, 9000, "completed");
            order(4, 9000, "pending");
            order(5, 9000, "pending");
            order(6, 9000, "pending");
            order(7, 9000, "requires_action");
            order(8, 9000, "pending");
            db.execute(
                    "UPDATE \"order\" SET deleted_at = '2026-01-02 00:00+00' WHERE id = 'order_5'",
                    "UPDATE \"order\" SET is_draft_order = true WHERE id = 'order_6'",
                    "UPDATE \"order\" SET created_at = '-infinity' WHERE id = 'order_8'",
                    "INSERT INTO order_transaction (id, order_id, amount, deleted_at) VALUES ('t1', 'order_4', 10, NULL), ('t2', 'order_1', 10, now())",
                    "INSERT INTO order_item (id, order_id, version, item_id) VALUES ('i1', 'order_1', 1, 'line_1'), ('i2', 'order_1', 2, 'line_1'),"
                            + " ('i3', 'order_1', 1, 'line_2'), ('i4', 'order_2', 1, 'line_3')",
                    "INSERT INTO reservation_item (id, line_item_id, inventory_item_id, location_id, quantity, deleted_at) VALUES"
                            + " ('r1', 'line_1', 'ii', 'north', 1.5, NULL), ('r2', 'line_2', 'ii', 'north', 2, NULL),"
                            + " ('r3', 'line_2', 'ii', 'south', 1, NULL), ('r4', 'line_1', 'ii', 'south', 9, now()),"
                            + " ('r5', 'line_3', 'ii', 'north', 4, NULL)",
                    "INSERT INTO inventory_level VALUES ('l1', 'ii', 'north', 10, 10), ('l2', 'ii', 'south', 10, 10)");
            OrderTimeoutEngine engine = shop.engine();

            RuleReport report = shop.planThenRun(engine, "\"order\"", 1);

            assertThat(report.inconsistent()).isEqualTo(1);
            assertThat(
                            db.column(
                                    "SELECT id || ':' || status || ':' || version FROM \"order\" WHERE canceled_at IS NOT NULL"))
                    .containsExactly("order_1:canceled:1");
            assertThat(db.number("SELECT EXTRACT(EPOCH FROM canceled_at)::bigint FROM \"order\" WHERE id = 'order_1'"))
                    .isEqualTo(ShapedShop.NOW.getEpochSecond());
            assertThat(db.column(
                            "SELECT location_id || ' ' || stocked_quantity || ' ' || reserved_quantity FROM inventory_level"
                                    + " ORDER BY 1"))
                    .containsExactly("north 10 6.5", "south 10 9");
            assertThat(db.column("SELECT id FROM reservation_item WHERE deleted_at IS NULL"))
                    .containsExactly("r5");
            assertThat(said(engine, "order_1")).isEqualTo("closed: Its status canceled is the closed one");
            assertThat(said(engine, "4"))
                    .isEqualTo(
                            "inconsistent: It is open but shows signs of a payment (paid-evidence); it is never closed");
            assertThat(said(engine, "order_5"))
                    .isEqualTo("not-matching: `deleted_at` is 2026-01-02T00:00:00Z; the rule wants null");
            assertThat(said(engine, "order_7")).isEqualTo("not-matching: status is requires_action, not pending");
            assertThat(said(engine, "order_8")).isEqualTo("not-matching: has no created time in `created_at`");
            shop.fiveSecondsLater(engine, 1);
        }
    }

    private static final String[] TABLES = {
        "CREATE TYPE order_status_enum AS ENUM ('pending', 'completed', 'draft', 'archived', 'canceled', 'requires_action')",
        "CREATE TABLE \"order\" (id text PRIMARY KEY, display_id serial NOT NULL, version integer NOT NULL DEFAULT 1, status"
                + " order_status_enum NOT NULL DEFAULT 'pending', is_draft_order boolean NOT NULL DEFAULT false, metadata jsonb,"
                + " created_at timestamptz NOT NULL, updated_at timestamptz, deleted_at timestamptz, canceled_at timestamptz)",
        "CREATE TABLE order_item (id text PRIMARY KEY, order_id text NOT NULL, version integer NOT NULL, item_id text NOT NULL)",
        "CREATE TABLE order_transaction (id text PRIMARY KEY, order_id text NOT NULL, amount numeric NOT NULL, deleted_at"
                + " timestamptz)",
        "CREATE TABLE reservation_item (id text PRIMARY KEY, line_item_id text, inventory_item_id text NOT NULL, location_id text"
                + " NOT NULL, quantity numeric NOT NULL, updated_at timestamptz, deleted_at timestamptz)",
        "CREATE TABLE inventory_level (id text PRIMARY KEY, inventory_item_id text NOT NULL, location_id text NOT NULL,"
                + " stocked_quantity numeric NOT NULL, reserved_quantity numeric NOT NULL, UNIQUE (inventory_item_id, location_id))"
    };

    private void order(int id, long age, String status) {
        db.execute("INSERT INTO \"order\" (id, status, created_at) VALUES ('order_" + id + "', '" + status + "', "
                + ago(age, "UTC").replaceFirst("'$", "+00'") + ")");
    }
}

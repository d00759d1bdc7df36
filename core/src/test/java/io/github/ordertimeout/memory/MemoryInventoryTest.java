package io.github.ordertimeout.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.Inventory.Missing;
import io.github.ordertimeout.config.Inventory.Shortage;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.store.RuleStore;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MemoryInventoryTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final MemoryOrderStore store = MemoryOrderStore.create(() -> NOW);
    private final MemoryDatabase database = store.database();
    private Shortage shortage = Shortage.FAIL;
    private Missing missing = Missing.SKIP;
    private Optional<String> quantity = Optional.of("quantity");
    private Optional<String> minus = Optional.empty();
    private int items;

    @BeforeEach
    void shop() {
        database.createTable("orders", "id", "number", "status", "due_at", "warehouse");
        database.createTable("items", "item", "order_no", "sku", "quantity", "returned", "deleted");
        database.createTable("stock", "row", "sku", "warehouse", "reserved", "available", "changes", "reason");
        for (int id = 1; id <= 2; id++) {
            database.insert(
                    "orders",
                    Map.of(
                            "id",
                            id,
                            "number",
                            "N" + id,
                            "status",
                            0,
                            "due_at",
                            NOW.minusSeconds(60),
                            "warehouse",
                            "W"));
        }
    }

    @Test
    @DisplayName("S9 lines of one SKU, over lines and orders, are summed; the stock row is set once")
    void sums() {
        item("N1", "A", 2);
        item("N1", "A", 3);
        item("N2", "A", 4);
        stock("A", "W", 10, 1);
        stock("A", "elsewhere", 10, 1);

        close("1", "2");

        assertThat(database.row("stock", "A/W").orElseThrow().columns())
                .containsEntry("reserved", 1)
                .containsEntry("available", 10)
                .containsEntry("changes", 1L)
                .containsEntry("reason", "timeout");
        assertThat(reserved("A/elsewhere")).isEqualTo(10);
    }

    @Test
    @DisplayName(
            "what was given back already is taken off; deleted items do not count; no quantity column: one unit a line")
    void quantities() {
        minus = Optional.of("returned");
        item("N1", "A", 5);
        database.inTransaction(tx -> tx.update("items", row -> true, row -> Map.of("returned", 2)));
        item("N1", "A", 7);
        database.inTransaction(tx -> tx.update("items", row -> row.key().equals("2"), row -> Map.of("deleted", 1)));
        item("N2", "A", 9);
        stock("A", "W", 10, 0);

        close("1");
        assertThat(reserved("A/W")).isEqualTo(7);

        quantity = Optional.empty();
        close("2");
        assertThat(reserved("A/W")).isEqualTo(6);
    }

    @Test
    @DisplayName(
            "reserved stock that would fall below zero fails the close, becomes zero, or goes below, as configured")
    void shortages() {
        item("N1", "A", 2);
        item("N2", "A", 2);
        stock("A", "W", 1, 0);

        assertThatExceptionOfType(CloseFailedException.class)
                .isThrownBy(() -> close("1"))
                .withMessageContainingAll("stock", "reserved = 1", "give back 2")
                .extracting(CloseFailedException::kind)
                .isEqualTo(FailureKind.ORDER);
        assertThat(database.row("orders", "1").orElseThrow().get("status")).isEqualTo(0);

        shortage = Shortage.FLOOR;
        close("1");
        assertThat(reserved("A/W")).isEqualTo(0);

        shortage = Shortage.ALLOW;
        close("2");
        assertThat(reserved("A/W")).isEqualTo(-2);
    }

    @Test
    @DisplayName("C7 no stock row, a null key or a null stock hold nothing back, unless missing: fail")
    void missingStock() {
        item("N1", "gone", 2);
        item("N1", null, 2);
        item("N1", "B", 2);
        database.insert("stock", Map.of("row", "B/W", "sku", "B", "warehouse", "W", "available", 3));

        missing = Missing.FAIL;
        assertThatExceptionOfType(CloseFailedException.class)
                .isThrownBy(() -> close("1"))
                .withMessageContaining("gone");

        missing = Missing.SKIP;
        close("1");
        assertThat(database.row("stock", "B/W").orElseThrow().get("available")).isEqualTo(3);
        assertThat(database.row("orders", "1").orElseThrow().get("status")).isEqualTo(4);
    }

    @Test
    @DisplayName("an order without items closes")
    void noItems() {
        close("1");
        assertThat(database.row("orders", "1").orElseThrow().get("status")).isEqualTo(4);
    }

    private void close(String... ids) {
        Inventory inventory = new Inventory(
                "items",
                "order_no",
                "number",
                quantity,
                minus,
                Map.of("deleted", new Condition.NotIn(List.of("1"))),
                "stock",
                new LinkedHashMap<>(Map.of("sku", "sku", "warehouse", "order.warehouse")),
                Map.of(),
                Map.of("changes", new SetValue.Increment(), "reason", new SetValue.Reason()),
                Optional.of("reserved"),
                Optional.of("available"),
                shortage,
                missing);
        RuleStore rule = store.open(Rules.due().inventory(inventory).build());
        List<OrderSnapshot> orders = Arrays.stream(ids)
                .map(id -> rule.scanner().find(id, NOW).get(0).order())
                .toList();
        rule.closer()
                .close(new CloseBatch(
                        UUID.randomUUID().toString(),
                        orders,
                        NOW,
                        CloseCause.timeout("unpaid"),
                        List.of("inventory"),
                        (closed, transaction) -> rule.releasers()
                                .get(0)
                                .releaseAll(closed, new ReleaseContext("unpaid", NOW, transaction))));
    }

    private void item(String order, String sku, int units) {
        Map<String, Object> row = new LinkedHashMap<>(Map.of("item", ++items, "order_no", order, "quantity", units));
        row.put("sku", sku);
        database.insert("items", row);
    }

    private void stock(String sku, String warehouse, int reserved, int available) {
        database.insert(
                "stock",
                Map.of(
                        "row",
                        sku + "/" + warehouse,
                        "sku",
                        sku,
                        "warehouse",
                        warehouse,
                        "reserved",
                        reserved,
                        "available",
                        available));
    }

    private Object reserved(String row) {
        return database.row("stock", row).orElseThrow().get("reserved");
    }
}

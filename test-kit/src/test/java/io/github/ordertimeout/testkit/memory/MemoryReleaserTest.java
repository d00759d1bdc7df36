package io.github.ordertimeout.testkit.memory;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.memory.MemoryOrderStore;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.testkit.TestRule;
import io.github.ordertimeout.testkit.contract.InventoryReleaserContract;
import io.github.ordertimeout.transaction.Transactions;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;

/** The built-in releaser of the store in memory keeps the contract. */
class MemoryReleaserTest extends InventoryReleaserContract {
    private static final int STOCK = 1000;

    private final MemoryOrderStore store = MemoryOrderStore.create(() -> Instant.EPOCH);
    private InventoryReleaser releaser;
    private int orders;

    @BeforeEach
    void shop() {
        store.database().createTable("orders", "id", "number", "status", "due_at");
        store.database().createTable("items", "item", "order_id", "sku", "quantity");
        store.database().createTable("stock", "sku", "reserved");
        store.database().insert("stock", Map.of("sku", "A", "reserved", STOCK));
        TestRule rule = TestRule.due()
                .with("inventory.item-table", "items")
                .with("inventory.item-order-column", "order_id")
                .with("inventory.item-quantity-column", "quantity")
                .with("inventory.stock-table", "stock")
                .with("inventory.stock-keys.sku", "sku")
                .with("inventory.reserved-column", "reserved");
        releaser = store.open(rule.rule()).releasers().get(0);
    }

    @Override
    protected InventoryReleaser releaser() {
        return releaser;
    }

    @Override
    protected Transactions transactions() {
        return store.transactions();
    }

    @Override
    protected ClosedOrder holding(int units) {
        String id = String.valueOf(++orders);
        store.database().insert("orders", Map.of("id", id, "number", "N" + id, "status", "closed"));
        if (units > 0) {
            store.database().insert("items", Map.of("item", orders, "order_id", id, "sku", "A", "quantity", units));
        }
        OrderSnapshot order = new OrderSnapshot(
                new OrderKey("orders", id),
                Optional.empty(),
                "open",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Map.of());
        return new ClosedOrder(order, 1, Instant.EPOCH, "unpaid");
    }

    @Override
    protected long givenBack() {
        Object reserved = store.database().row("stock", "A").orElseThrow().get("reserved");
        return STOCK - new BigDecimal(String.valueOf(reserved)).longValue();
    }
}

package io.github.ordertimeout.simulation;

import io.github.ordertimeout.memory.Isolation;
import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.memory.MemoryOrderStore;
import io.github.ordertimeout.memory.MemoryTransaction;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.testkit.contract.OrderCloseContract;
import io.github.ordertimeout.testkit.contract.OrderScanContract;
import io.github.ordertimeout.testkit.contract.StoreShop;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;

/**
 * Without a deliberate bug the sketch of core's simulation is a store like any other: what is found with a bug is found for that
 * bug alone. It stands here because core's tests cannot know the test kit.
 */
class SketchStoreTest {

    @Nested
    class Scan extends OrderScanContract {
        @Override
        protected StoreShop openShop() {
            return new SketchShop(Isolation.READ_COMMITTED);
        }
    }

    @Nested
    class CloseInReadCommitted extends OrderCloseContract {
        @Override
        protected StoreShop openShop() {
            return new SketchShop(Isolation.READ_COMMITTED);
        }
    }

    @Nested
    class CloseInRepeatableRead extends OrderCloseContract {
        @Override
        protected StoreShop openShop() {
            return new SketchShop(Isolation.REPEATABLE_READ);
        }
    }

    private static final class SketchShop implements StoreShop {
        private static final String[] COLUMNS = {"number", "status", "created_at", "due_at", "kind", "pay_time"};

        private final MemoryDatabase database;
        private final MemoryOrderStore store;
        private Instant now = Instant.EPOCH;

        SketchShop(Isolation isolation) {
            database = new MemoryDatabase(isolation);
            database.createTable("orders", "id", COLUMNS);
            database.createTable("text_orders", "id", COLUMNS);
            store = MemoryOrderStore.on(database, () -> now);
        }

        @Override
        public OrderStore store() {
            return new SketchStore(
                    store, () -> now, event -> {}, Optional.empty(), Optional.empty(), DeliberateBug.NONE);
        }

        @Override
        public void setClock(Instant instant) {
            now = instant;
        }

        @Override
        public void insert(String table, Map<String, @Nullable Object> row) {
            database.insert(table, row);
        }

        @Override
        public void change(String table, String id, String column, @Nullable Object value) {
            database.inTransaction(tx ->
                    tx.update(table, row -> row.key().equals(id), row -> Collections.singletonMap(column, value)));
        }

        @Override
        public void delete(String table, String id) {
            database.inTransaction(tx -> tx.delete(table, row -> row.key().equals(id)));
        }

        @Override
        public Optional<String> status(String table, String id) {
            return database.row(table, id).map(row -> row.text("status"));
        }

        @Override
        public long ledgerRows(String source, String id) {
            return database.rows("order_timeout_release").stream()
                    .filter(row -> row.text("source").equals(source)
                            && row.text("order_id").equals(id))
                    .count();
        }

        @Override
        public AutoCloseable lock(String table, String id) {
            MemoryTransaction transaction = database.begin();
            transaction.selectForUpdate(table, row -> row.key().equals(id));
            return transaction;
        }
    }
}

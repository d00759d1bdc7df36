package io.github.ordertimeout.testkit.memory;

import io.github.ordertimeout.memory.Isolation;
import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.memory.MemoryOrderStore;
import io.github.ordertimeout.memory.MemoryTransaction;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.testkit.contract.StoreShop;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/** The contract's shop, in memory. */
final class MemoryStoreShop implements StoreShop {
    private static final String[] COLUMNS = {"number", "status", "created_at", "due_at", "kind", "pay_time"};

    private final MemoryDatabase database;
    private final MemoryOrderStore store;
    private Instant now = Instant.EPOCH;

    MemoryStoreShop(Isolation isolation) {
        database = new MemoryDatabase(isolation);
        database.createTable("orders", "id", COLUMNS);
        database.createTable("text_orders", "id", COLUMNS);
        store = MemoryOrderStore.on(database, () -> now);
    }

    @Override
    public OrderStore store() {
        return store;
    }

    @Override
    public void setClock(Instant instant) {
        now = instant;
    }

    @Override
    public void insert(String table, Map<String, Object> row) {
        database.insert(table, row);
    }

    @Override
    public void change(String table, String id, String column, Object value) {
        database.inTransaction(
                tx -> tx.update(table, row -> row.key().equals(id), row -> Collections.singletonMap(column, value)));
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

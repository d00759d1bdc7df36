package io.github.ordertimeout.memory;

import io.github.ordertimeout.store.StateStore;
import java.util.Map;
import java.util.Optional;

/** Texts in a table whose key is the name. */
final class MemoryStates implements StateStore {
    private final MemoryDatabase database;
    private final String table;

    MemoryStates(MemoryDatabase database, String table) {
        this.database = database;
        this.table = table;
        if (database.columns(table).isEmpty()) {
            database.createTable(table, "name", "content");
        }
    }

    @Override
    public Optional<String> get(String name) {
        return database.row(table, name).map(row -> row.text("content"));
    }

    @Override
    public void put(String name, String content) {
        Map<String, String> change = Map.of("content", content);
        database.inTransaction(transaction -> {
            if (transaction.update(table, row -> row.key().equals(name), row -> change) == 0) {
                transaction.insert(table, Map.of("name", name, "content", content));
            }
            return name;
        });
    }

    @Override
    public boolean remove(String name) {
        return database.inTransaction(transaction ->
                        transaction.delete(table, row -> row.key().equals(name)))
                == 1;
    }
}

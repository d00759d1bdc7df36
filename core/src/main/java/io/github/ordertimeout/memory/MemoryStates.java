package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.store.StateStore;
import java.util.Map;
import java.util.Optional;

/** Texts in a table whose key is the name. */
final class MemoryStates implements StateStore {
    private static final int TRIES = 1_000;

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

    /** A database would wait for another node that is at the same text; here a held lock fails at once, so begin again. */
    @Override
    public void put(String name, String content) {
        for (int left = TRIES - 1; ; left--) {
            try {
                database.inTransaction(transaction -> {
                    put(name, content, transaction);
                    return name;
                });
                return;
            } catch (MemoryDatabaseException e) {
                // ORDER: another node has inserted it since the update found nothing.
                if (left == 0 || (e.kind() != FailureKind.LOCKED && e.kind() != FailureKind.ORDER)) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    private void put(String name, String content, MemoryTransaction transaction) {
        Map<String, String> change = Map.of("content", content);
        if (transaction.update(table, row -> row.key().equals(name), row -> change) == 0) {
            transaction.insert(table, Map.of("name", name, "content", content));
        }
    }

    @Override
    public boolean remove(String name) {
        return database.inTransaction(transaction ->
                        transaction.delete(table, row -> row.key().equals(name)))
                == 1;
    }
}

package io.github.ordertimeout.memory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What one transaction has written, laid over the committed rows. Guarded by the database's lock. */
final class UncommittedRows {
    private final MemoryDatabase database;
    private final Map<RowId, Optional<MemoryRow>> written = new LinkedHashMap<>();

    UncommittedRows(MemoryDatabase database) {
        this.database = database;
    }

    void put(RowId id, MemoryRow row) {
        written.put(id, Optional.of(row));
    }

    void delete(RowId id) {
        written.put(id, Optional.empty());
    }

    /** The row as of a commit, or as this transaction left it. */
    @Nullable
    MemoryRow seen(RowId id, long asOf) {
        Optional<MemoryRow> own = written.get(id);
        return own != null ? own.orElse(null) : database.table(id.table()).visible(id.key(), asOf);
    }

    @Nullable
    MemoryRow latest(RowId id) {
        return seen(id, MemoryTable.LATEST);
    }

    /** The keys of a table's rows, in order; there may be no row to see behind a key. A copy: waiting lets others add some. */
    Set<String> keys(String table) {
        Set<String> keys = new TreeSet<>(database.table(table).keys());
        written.keySet().stream().filter(row -> row.table().equals(table)).forEach(row -> keys.add(row.key()));
        return keys;
    }

    void commit() {
        database.apply(written);
    }
}

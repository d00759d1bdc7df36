package io.github.ordertimeout.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The committed versions of every row of one table, in key order. Guarded by the database's lock. */
final class MemoryTable {
    /** Reads the latest version. */
    static final long LATEST = Long.MAX_VALUE;

    private final String name;
    private final String keyColumn;
    private final Set<String> columns;
    private final SortedSet<String> keys = new TreeSet<>(RowId.KEY_ORDER);
    private final Map<String, List<Version>> rows = new HashMap<>();

    MemoryTable(String name, String keyColumn, List<String> otherColumns) {
        this.name = name;
        this.keyColumn = keyColumn;
        Set<String> all = new LinkedHashSet<>(List.of(keyColumn));
        all.addAll(otherColumns);
        this.columns = Collections.unmodifiableSet(all);
    }

    String keyColumn() {
        return keyColumn;
    }

    Set<String> columns() {
        return columns;
    }

    SortedSet<String> keys() {
        return keys;
    }

    @Nullable
    MemoryRow visible(String key, long asOf) {
        List<Version> versions = rows.getOrDefault(key, List.of());
        for (int i = versions.size() - 1; i >= 0; i--) {
            if (versions.get(i).commit() <= asOf) {
                return versions.get(i).row();
            }
        }
        return null;
    }

    void write(String key, @Nullable MemoryRow row, long commit) {
        keys.add(key);
        rows.computeIfAbsent(key, k -> new ArrayList<>(2)).add(new Version(row, commit));
    }

    /** A whole row of these values; a column left out is null. */
    MemoryRow row(Map<String, ? extends @Nullable Object> values) {
        Map<String, @Nullable Object> whole = new LinkedHashMap<>();
        columns.forEach(column -> whole.put(column, null));
        values.forEach((column, value) -> {
            if (!columns.contains(column)) {
                throw new IllegalArgumentException(
                        "Table \"" + name + "\" has no column \"" + column + "\"; it has " + columns);
            }
            whole.put(column, value);
        });
        Object key = whole.get(keyColumn);
        if (key == null) {
            throw new IllegalArgumentException("Key column \"" + keyColumn + "\" of table \"" + name + "\" is null");
        }
        return new MemoryRow(Values.text(key), whole);
    }

    /** The row with these columns changed; its key stays. */
    MemoryRow changed(MemoryRow row, Map<String, ? extends @Nullable Object> changes) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>(row.columns());
        values.putAll(changes);
        MemoryRow next = row(values);
        if (!next.key().equals(row.key())) {
            throw new IllegalArgumentException("The key of " + new RowId(name, row.key()) + " cannot be changed");
        }
        return next;
    }

    /** What a commit made of a row; no row where it was deleted. */
    private record Version(@Nullable MemoryRow row, long commit) {}
}

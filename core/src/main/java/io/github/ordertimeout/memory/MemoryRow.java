package io.github.ordertimeout.memory;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row as one statement saw it. Immutable.
 *
 * @param key the canonical text of the table's key column
 * @param columns every column of the table by name; values may be null
 */
public record MemoryRow(String key, Map<String, @Nullable Object> columns) {
    /** Copies the columns. */
    public MemoryRow {
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }

    /** The column's value; null where it holds none. */
    public @Nullable Object get(String column) {
        return columns.get(column);
    }

    /** The column's value as canonical text, empty where it holds none. */
    public String text(String column) {
        Object value = columns.get(column);
        return value == null ? "" : Values.text(value);
    }
}

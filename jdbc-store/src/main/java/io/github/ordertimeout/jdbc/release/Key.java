package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Canonical texts of one or several columns that together find a row. */
record Key(List<String> values) {
    Key {
        values = List.copyOf(values);
    }

    /** These texts as values of the columns; empty where one is missing or no value of its column, so that no row has it. */
    static Optional<Key> of(List<TypedColumn> columns, List<? extends @Nullable String> texts) {
        List<String> values = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            String text = texts.get(i);
            if (text == null) {
                return Optional.empty();
            }
            try {
                values.add(columns.get(i).canonical(text));
            } catch (CatalogFault noValueOfThisColumn) {
                return Optional.empty();
            }
        }
        return Optional.of(new Key(values));
    }

    /** Reads the columns from that index on; empty where one is null. */
    static Optional<Key> read(List<TypedColumn> columns, ResultSet row, int from) throws SQLException {
        List<String> values = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            String value = columns.get(i).canonicalText(row, from + i);
            if (value == null) {
                return Optional.empty();
            }
            values.add(value);
        }
        return Optional.of(new Key(values));
    }

    /** Whether the database may take both for the same; true too often rather than too seldom. */
    boolean mayEqual(Key other, List<TypedColumn> columns) {
        for (int i = 0; i < columns.size(); i++) {
            if (!columns.get(i).same(values.get(i), other.values.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** As a person reads it: {@code sku=17, warehouse=north}. */
    String describe(List<TypedColumn> columns) {
        List<String> parts = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            parts.add(columns.get(i).name() + "=" + values.get(i));
        }
        return String.join(", ", parts);
    }
}

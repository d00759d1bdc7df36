package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the stock is.
 *
 * @param table its table
 * @param rowKey the primary key, or a unique key without nulls: by it rows are locked and changed
 * @param pin makes the database reach rows by that key only, so that it locks no other; may be empty
 * @param keys the stock columns of {@code stock-keys}
 * @param where {@code stock-where}
 * @param reserved lowered
 * @param available raised
 */
record StockTable(
        Table table,
        KeySql rowKey,
        String pin,
        KeySql keys,
        Sql where,
        Optional<TypedColumn> reserved,
        Optional<TypedColumn> available) {
    static final String ALIAS = "s";

    /** The configured quantities, reserved first. */
    List<TypedColumn> quantities() {
        return Stream.of(reserved, available).flatMap(Optional::stream).toList();
    }

    /** Whether a key of an item is a row's own key, spelt in one way only: then nobody needs to look for its row. */
    boolean isKeyedByRow() {
        return keys.columns().equals(rowKey.columns())
                && keys.columns().stream().noneMatch(PointLookup::isNeededFor);
    }

    /** As a person reads it: {@code pms_sku_stock id=17}. */
    String describe(Key row) {
        return table.canonicalName() + " " + row.describe(rowKey.columns());
    }
}

package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What tells one stock row from another. */
record StockRowKey(Table table) {
    /**
     * By what a row is locked: the primary key, else a unique index whose columns are never null.
     *
     * @throws CatalogFault if there is none
     */
    Table.UniqueKey find() {
        return table.uniqueKeys().stream()
                .filter(key -> columns(key).stream().allMatch(StockRowKey::finds))
                .findFirst()
                .orElseThrow(() -> new CatalogFault("`" + table.canonicalName()
                        + "` has neither a primary key nor a unique index over columns without nulls, so that no row"
                        + " can be locked alone; add one"));
    }

    List<TypedColumn> columns(Table.UniqueKey key) {
        return key.columns().stream().map(table::column).toList();
    }

    /** Makes the database reach rows by this key only: InnoDB locks every row that another index would walk over. */
    String pin(Table.UniqueKey key, Dialect dialect) {
        return key.primary() ? dialect.forcePrimaryKey() : dialect.forceIndex(key.name());
    }

    /** Whether an index promises that these columns and the constants name one row. */
    boolean isUnique(List<TypedColumn> keys, Map<String, Condition> constants) {
        Set<String> fixed = Stream.concat(
                        keys.stream().map(TypedColumn::name),
                        constants.entrySet().stream()
                                .filter(entry -> entry.getValue() instanceof Condition.In in
                                        && in.values().size() == 1)
                                .map(Map.Entry::getKey))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        return table.uniqueKeys().stream()
                .anyMatch(
                        key -> key.columns().stream().allMatch(name -> fixed.contains(name.toLowerCase(Locale.ROOT))));
    }

    private static boolean finds(TypedColumn column) {
        return !column.nullable() && column.type().kind() != ValueKind.OTHER;
    }
}

package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import java.util.List;
import java.util.Optional;

/** Finds the index by which one id means one row. */
final class OrderKeyMapper {
    private OrderKeyMapper() {}

    /**
     * The index: the primary key, or a unique one, whose other columns the rule's {@code where} pins to one value.
     *
     * @throws CatalogFault if ids may repeat, or cannot be ids
     */
    static Table.UniqueKey key(Table table, TypedColumn id, List<NamedCondition> where) {
        switch (id.type().kind()) {
            case INTEGER, DECIMAL, TEXT, PADDED_TEXT, UUID, BYTES -> {}
            default ->
                throw new CatalogFault(
                        "column " + id + " cannot be an order's id: it must hold whole numbers, text, UUIDs or bytes");
        }
        List<String> pinned = where.stream()
                .filter(condition -> ConditionLogic.pins(condition.condition(), condition.column()))
                .map(condition -> condition.column().name())
                .toList();
        Optional<Table.UniqueKey> key = table.uniqueKeys().stream()
                .filter(unique -> unique.columns().contains(id.name()))
                .filter(unique -> unique.columns().stream()
                        .allMatch(column -> column.equals(id.name()) || pinned.contains(column)))
                .findFirst();
        return key.orElseThrow(() -> new CatalogFault("column " + id + " is not unique in `" + table.canonicalName()
                + "`, so that one id may mean several orders; its primary key is ("
                + table.primaryKey()
                        .map(primary -> String.join(", ", primary.columns()))
                        .orElse("")
                + "): name that column, or pin the others by where"));
    }
}

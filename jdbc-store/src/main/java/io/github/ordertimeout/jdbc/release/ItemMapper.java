package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.mapping.TableConditions;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.List;
import java.util.Optional;

/** Resolves the keys that begin with {@code item-}. */
record ItemMapper(Table table, Faults faults) {
    /** The query; empty where a fault is noted without which there is none. */
    Optional<ItemQuery> map(Inventory inventory, List<KeyPart> parts, String lock) {
        Optional<TypedColumn> order = faults.attempt("item-order-column", () -> order(inventory.itemOrderColumn()));
        Sql where = TableConditions.of(table, ItemQuery.ALIAS, inventory.itemWhere(), faults.below("item-where"));
        List<TypedColumn> keys = parts.stream()
                .filter(KeyPart.OfItem.class::isInstance)
                .map(part -> ((KeyPart.OfItem) part).item())
                .toList();
        Optional<TypedColumn> quantity =
                inventory.quantityColumn().flatMap(name -> quantity("item-quantity-column", name));
        Optional<TypedColumn> minus = inventory.minusColumn().flatMap(name -> quantity("item-minus-column", name));
        return order.map(column -> new ItemQuery(table.sql(), column, keys, quantity, minus, where, lock));
    }

    private TypedColumn order(String name) {
        TypedColumn column = table.column(name);
        if (column.type().kind() == ValueKind.OTHER) {
            throw new CatalogFault("column " + column + " cannot be compared; name one of numbers, text or UUIDs");
        }
        return column;
    }

    private Optional<TypedColumn> quantity(String key, String name) {
        return faults.attempt(key, () -> Quantities.checked(table.column(name)));
    }
}

package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Resolves {@code stock-keys}; where a table is missing, the columns of the other are still checked. */
record KeyParts(OrderValues orders, Optional<Table> items, Optional<Table> stock, Faults faults) {
    List<KeyPart> of(Map<String, String> stockKeys) {
        Faults below = faults.below("stock-keys");
        List<KeyPart> parts = new ArrayList<>();
        stockKeys.forEach((stockName, source) -> {
            Optional<TypedColumn> stockColumn =
                    stock.flatMap(table -> below.attempt(stockName, () -> comparable(table.column(stockName))));
            if (source.startsWith(OrderValue.PREFIX)) {
                Optional<OrderValue> value = below.attempt(stockName, () -> orders.column(source));
                stockColumn.ifPresent(
                        column -> value.ifPresent(order -> parts.add(new KeyPart.OfOrder(column, order))));
            } else {
                Optional<TypedColumn> item =
                        items.flatMap(table -> below.attempt(stockName, () -> comparable(table.column(source))));
                stockColumn.ifPresent(column -> item.ifPresent(from -> parts.add(new KeyPart.OfItem(column, from))));
            }
        });
        return parts;
    }

    private static TypedColumn comparable(TypedColumn column) {
        if (column.type().kind() == ValueKind.OTHER) {
            throw new CatalogFault("column " + column + " cannot be compared; name one of numbers, text or UUIDs");
        }
        return column;
    }
}

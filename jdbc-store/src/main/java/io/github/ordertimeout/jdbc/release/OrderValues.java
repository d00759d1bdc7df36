package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;

/** The values of an order that the configuration may name. */
record OrderValues(RuleMapping mapping) {
    /**
     * {@code id}, {@code number} or {@code order.COLUMN}.
     *
     * @throws CatalogFault if there is no such column, or nothing can be compared with it
     */
    OrderValue named(String written) {
        if (written.equals("id")) {
            return OrderValue.id(mapping.id());
        }
        if (written.equals("number")) {
            return OrderValue.number(mapping.columns()
                    .number()
                    .orElseThrow(() -> new CatalogFault("is number, but the rule names no number-column")));
        }
        return column(written);
    }

    /** {@code order.COLUMN}. */
    OrderValue column(String written) {
        String name = written.substring(OrderValue.PREFIX.length());
        TypedColumn column = mapping.table().column(name);
        if (column.type().kind() == ValueKind.OTHER) {
            throw new CatalogFault(
                    "order column " + column + " cannot be compared; name one of numbers, text or UUIDs");
        }
        return OrderValue.column(column, name);
    }
}

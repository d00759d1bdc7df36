package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;

/** Columns that count. */
final class Quantities {
    private Quantities() {}

    /**
     * The column, if it holds numbers.
     *
     * @throws CatalogFault if it does not
     */
    static TypedColumn checked(TypedColumn column) {
        if (!column.type().kind().isNumber() && column.type().kind() != ValueKind.FLOAT) {
            throw new CatalogFault("column " + column + " holds no quantities; name a column of numbers");
        }
        return column;
    }
}

package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;

/** One entry of {@code stock-keys}: a stock column and what it equals. */
sealed interface KeyPart {
    /** The stock column. */
    TypedColumn stock();

    /** It equals a column of the item. */
    record OfItem(TypedColumn stock, TypedColumn item) implements KeyPart {}

    /** It equals a column of the order. */
    record OfOrder(TypedColumn stock, OrderValue order) implements KeyPart {}
}

package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.order.OrderSnapshot;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value of the order by which its items or their stock are found.
 *
 * @param column its column in the orders' table
 * @param read takes it from what was read of the order
 */
record OrderValue(TypedColumn column, Function<OrderSnapshot, Optional<?>> read) {
    static final String PREFIX = "order.";

    /** The canonical text; empty where the order has none: a blank one names nothing, and would find whatever has none either. */
    Optional<String> of(OrderSnapshot order) {
        return read.apply(order).flatMap(this::canonical).filter(text -> !text.isBlank());
    }

    private Optional<String> canonical(Object value) {
        try {
            return Optional.of(column.canonical(text(value)));
        } catch (CatalogFault notComparable) {
            return Optional.empty();
        }
    }

    private static String text(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    static OrderValue id(TypedColumn column) {
        return new OrderValue(column, order -> Optional.of(order.id()));
    }

    static OrderValue number(TypedColumn column) {
        return new OrderValue(column, OrderSnapshot::number);
    }

    static OrderValue column(TypedColumn column, String written) {
        return new OrderValue(column, order -> {
            @Nullable Object value = order.columns().get(written);
            return Optional.ofNullable(value);
        });
    }
}

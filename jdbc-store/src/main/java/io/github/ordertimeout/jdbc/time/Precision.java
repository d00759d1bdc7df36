package io.github.ordertimeout.jdbc.time;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import java.time.Instant;
import java.time.LocalDateTime;

/** Cuts what a column or a driver would round: rounding up makes an order a moment older than it is. */
final class Precision {
    private Precision() {}

    /** For comparisons: as fine as both the column and its driver are; all of them know microseconds. */
    static Instant bound(Instant instant, TypedColumn column) {
        return cut(instant, Math.max(6, column.type().temporal().fractionDigits()));
    }

    /** For writing: as fine as the column. */
    static Instant stored(Instant instant, TypedColumn column) {
        return cut(instant, column.type().temporal().fractionDigits());
    }

    static LocalDateTime bound(LocalDateTime local, TypedColumn column) {
        int unit = unit(Math.max(6, column.type().temporal().fractionDigits()));
        return local.minusNanos(local.getNano() % unit);
    }

    static Instant cut(Instant instant, int digits) {
        return instant.minusNanos(instant.getNano() % unit(digits));
    }

    private static int unit(int digits) {
        int unit = 1;
        for (int i = digits; i < 9; i++) {
            unit *= 10;
        }
        return unit;
    }
}

package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.TimeKind;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.time.TimeColumnSql;
import io.github.ordertimeout.jdbc.time.TimeColumns;
import java.time.ZoneId;
import java.util.Optional;

/**
 * How the rule's tables tell the time where a column's own type leaves it open.
 *
 * @param zone of zone-less values; empty where none is known
 * @param epoch of numbers; empty where the rule has no such column
 */
public record RuleClock(Optional<ZoneId> zone, Optional<TimeKind> epoch) {
    /**
     * The column as one that {@code :now} is written to.
     *
     * @throws CatalogFault if it cannot hold a moment
     */
    public TimeColumnSql now(TypedColumn column) {
        if (column.type().kind().isNumber()) {
            TimeKind kind = epoch.orElseThrow(
                    () -> new CatalogFault(
                            ":now cannot be written to column " + column
                                    + ": seconds or milliseconds? No time column of this rule has time-kind epoch-seconds or epoch-millis"));
            return TimeColumns.of(column, kind, zone);
        }
        return TimeColumns.of(
                column, column.type().kind() == ValueKind.DATE ? TimeKind.DATE : TimeKind.TIMESTAMP, zone);
    }
}

package io.github.ordertimeout.jdbc.time;

import io.github.ordertimeout.config.TimeKind;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import java.time.ZoneId;
import java.util.Optional;

/** Finds the SQL for a time column of that type and kind. */
public final class TimeColumns {
    private TimeColumns() {}

    /**
     * The column as SQL.
     *
     * @param zone of a zone-less value; needed for those only
     * @throws CatalogFault if the kind does not fit the column's type, or a zone is missing
     */
    public static TimeColumnSql of(TypedColumn column, TimeKind kind, Optional<ZoneId> zone) {
        return switch (kind) {
            case AUTO -> automatic(column, zone);
            case TIMESTAMP -> timestamp(column, zone);
            case EPOCH_SECONDS -> epoch(column, 1, "epoch-seconds");
            case EPOCH_MILLIS -> epoch(column, 1000, "epoch-millis");
            case DATE -> date(column, zone);
        };
    }

    /** Whether values of this column mean an instant only together with a zone. */
    public static boolean needsZone(TypedColumn column, TimeKind kind) {
        return (kind == TimeKind.AUTO || kind == TimeKind.TIMESTAMP || kind == TimeKind.DATE)
                && (column.type().kind() == ValueKind.LOCAL_DATE_TIME
                        || column.type().kind() == ValueKind.DATE);
    }

    private static TimeColumnSql automatic(TypedColumn column, Optional<ZoneId> zone) {
        if (column.type().kind().isNumber()) {
            throw new CatalogFault("column " + column
                    + " holds numbers: seconds or milliseconds? Say time-kind: epoch-seconds or epoch-millis");
        }
        return column.type().kind() == ValueKind.DATE ? date(column, zone) : timestamp(column, zone);
    }

    private static TimeColumnSql timestamp(TypedColumn column, Optional<ZoneId> zone) {
        return switch (column.type().kind()) {
            case INSTANT -> new InstantColumn(column);
            case SESSION_INSTANT -> new SessionInstantColumn(column);
            case LOCAL_DATE_TIME -> new LocalDateTimeColumn(column, zone(column, zone));
            case DATE ->
                throw new CatalogFault(
                        "column " + column + " holds days, which end at 24:00; say time-kind: date or auto");
            default -> throw new CatalogFault("column " + column + " holds no time; name a column of dates and times");
        };
    }

    private static TimeColumnSql date(TypedColumn column, Optional<ZoneId> zone) {
        if (column.type().kind() != ValueKind.DATE && column.type().kind() != ValueKind.LOCAL_DATE_TIME) {
            throw new CatalogFault("column " + column + " holds no days; time-kind: date needs a date column");
        }
        return new DateColumn(column, zone(column, zone));
    }

    private static TimeColumnSql epoch(TypedColumn column, int perSecond, String kind) {
        if (!column.type().kind().isNumber()) {
            throw new CatalogFault("column " + column + " holds no whole numbers; time-kind: " + kind + " needs them");
        }
        return new EpochColumn(column, perSecond);
    }

    private static ZoneId zone(TypedColumn column, Optional<ZoneId> zone) {
        return zone.orElseThrow(() -> new CatalogFault("column " + column
                + " has no zone, so that its times mean nothing without time-zone; say in which zone the shop writes it, for"
                + " example time-zone: UTC"));
    }
}

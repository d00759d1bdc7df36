package io.github.ordertimeout.jdbc.time;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A day that ends at 24:00 in the zone: on a 23-hour or 25-hour day too. A zone-less date and time may hold one; its time of
 * day does not count then.
 */
final class DateColumn extends RangeTime {
    private static final LocalDate LEAST = LocalDate.of(1970, 1, 2);

    private final ZoneId zone;
    private final boolean withTime;

    DateColumn(TypedColumn column, ZoneId zone) {
        super(column);
        this.zone = zone;
        this.withTime = column.type().kind() == ValueKind.LOCAL_DATE_TIME;
    }

    @Override
    Bound leastReal() {
        return bound(LEAST);
    }

    @Override
    Sql upTo(Sql column, Instant cutoff) {
        return column.then(" < ").then(bound(lastOver(cutoff).plusDays(1)));
    }

    @Override
    Sql behind(Sql column, Instant cutoff) {
        return column.then(" >= ").then(bound(lastOver(cutoff).plusDays(1)));
    }

    /** The last day that is over at the cut-off. */
    private LocalDate lastOver(Instant cutoff) {
        LocalDate day = LocalDate.ofInstant(cutoff, zone).plusDays(1);
        while (end(day).isAfter(cutoff)) {
            day = day.minusDays(1);
        }
        return day;
    }

    private Instant end(LocalDate day) {
        return LocalCut.instant(day.plusDays(1).atStartOfDay(), zone);
    }

    private Bound bound(LocalDate day) {
        return column().bind(day.toString());
    }

    @Override
    Bound bound(String position) {
        return column().bind(position);
    }

    @Override
    public Sql select(String alias) {
        return column().type().temporal().asText()
                ? Sql.text("CAST(").then(column().of(alias)).then(" AS CHAR)")
                : column().of(alias);
    }

    @Override
    public Optional<String> position(ResultSet row, int index) throws SQLException {
        return Optional.ofNullable(read(row, index))
                .filter(position -> !day(position).isBefore(LEAST));
    }

    private @Nullable String read(ResultSet row, int index) throws SQLException {
        if (column().type().temporal().asText()) {
            return parsed(row.getString(index));
        }
        if (withTime) {
            LocalDateTime value = row.getObject(index, LocalDateTime.class);
            return value == null || value.equals(LocalDateTime.MAX) || value.equals(LocalDateTime.MIN)
                    ? null
                    : value.toString();
        }
        LocalDate value = row.getObject(index, LocalDate.class);
        return value == null || value.equals(LocalDate.MAX) || value.equals(LocalDate.MIN) ? null : value.toString();
    }

    private @Nullable String parsed(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return withTime
                    ? LocalDateTime.parse(text.replace(' ', 'T')).toString()
                    : LocalDate.parse(text).toString();
        } catch (DateTimeException zeroDate) {
            return null;
        }
    }

    @Override
    Instant meaning(String position) {
        return end(day(position));
    }

    private LocalDate day(String position) {
        return withTime ? LocalDateTime.parse(position).toLocalDate() : LocalDate.parse(position);
    }

    @Override
    public Bound moment(Instant moment) {
        return withTime
                ? new LocalDateTimeColumn(column(), zone).moment(moment)
                : bound(LocalDate.ofInstant(moment, zone));
    }
}

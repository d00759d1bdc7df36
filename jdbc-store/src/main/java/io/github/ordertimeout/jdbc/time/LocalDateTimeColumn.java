package io.github.ordertimeout.jdbc.time;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Date and time without a zone: an instant only together with the zone that the shop writes in. */
final class LocalDateTimeColumn extends RangeTime {
    /** Epoch 0 is somewhere on 1970-01-01 or the evening before, whatever the zone. */
    /** As long as {@code 2026-03-01 10:00:00} is, and with nanoseconds. */
    private static final int SECONDS = 19;

    private static final int NANOS = 29;

    private static final LocalDateTime LEAST = LocalDateTime.of(1970, 1, 2, 0, 0);

    private final ZoneId zone;

    LocalDateTimeColumn(TypedColumn column, ZoneId zone) {
        super(column);
        this.zone = zone;
    }

    @Override
    Bound leastReal() {
        return bound(LEAST);
    }

    @Override
    Sql upTo(Sql column, Instant cutoff) {
        LocalCut cut = LocalCut.of(cutoff, zone);
        Sql range = column.then(cut.inclusive() ? " <= " : " < ").then(bound(cut.most()));
        return cut.hole()
                .map(hole -> range.then(" AND NOT (").then(inside(column, hole)).then(")"))
                .orElse(range);
    }

    @Override
    Sql behind(Sql column, Instant cutoff) {
        LocalCut cut = LocalCut.of(cutoff, zone);
        Sql range = column.then(cut.inclusive() ? " > " : " >= ").then(bound(cut.most()));
        return cut.hole()
                .map(hole -> column.then(" > ")
                        .then(bound(hole.after()))
                        .then(" AND (")
                        .then(range)
                        .then(" OR ")
                        .then(column)
                        .then(" < ")
                        .then(bound(hole.before()))
                        .then(")"))
                .orElse(range);
    }

    private Sql inside(Sql column, LocalCut.Hole hole) {
        return column.then(" > ")
                .then(bound(hole.after()))
                .then(" AND ")
                .then(column)
                .then(" < ")
                .then(bound(hole.before()));
    }

    private Bound bound(LocalDateTime local) {
        return column().bind(Precision.bound(local, column()).toString());
    }

    @Override
    Bound bound(String position) {
        return column().bind(position);
    }

    /** As text from MySQL, whose drivers shift; a zero date comes as such. */
    @Override
    public Sql select(String alias) {
        return column().type().temporal().asText()
                ? Sql.text("CAST(").then(column().of(alias)).then(" AS CHAR)")
                : column().of(alias);
    }

    @Override
    public Optional<String> position(ResultSet row, int index) throws SQLException {
        return real(row, index).map(LocalDateTime::toString);
    }

    @Override
    public Optional<Reading> reading(ResultSet row, int index) throws SQLException {
        return real(row, index).map(value -> new Reading(value, near(LocalCut.instant(value, zone))));
    }

    private Optional<LocalDateTime> real(ResultSet row, int index) throws SQLException {
        LocalDateTime value = read(row, index);
        return value == null || value.isBefore(LEAST) ? Optional.empty() : Optional.of(value);
    }

    private @Nullable LocalDateTime read(ResultSet row, int index) throws SQLException {
        if (!column().type().temporal().asText()) {
            LocalDateTime value = row.getObject(index, LocalDateTime.class);
            return value == null || value.equals(LocalDateTime.MAX) || value.equals(LocalDateTime.MIN) ? null : value;
        }
        String text = row.getString(index);
        if (text == null) {
            return null;
        }
        try {
            return parse(text);
        } catch (DateTimeException zeroDate) {
            return null;
        }
    }

    /** As both servers write it, without the general parser, which takes longer than all the rest of reading an order. */
    private static LocalDateTime parse(String text) {
        int length = text.length();
        boolean plain = length == SECONDS || length > SECONDS + 1 && length <= NANOS && text.charAt(SECONDS) == '.';
        if (!plain) {
            return LocalDateTime.parse(text.replace(' ', 'T'));
        }
        int nanos = length == SECONDS ? 0 : digits(text, SECONDS + 1, length);
        for (int i = length; length > SECONDS && i < NANOS; i++) {
            nanos *= 10;
        }
        return LocalDateTime.of(
                digits(text, 0, 4),
                digits(text, 5, 7),
                digits(text, 8, 10),
                digits(text, 11, 13),
                digits(text, 14, 16),
                digits(text, 17, 19),
                nanos);
    }

    private static int digits(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw new DateTimeException(text);
            }
            value = 10 * value + digit;
        }
        return value;
    }

    @Override
    Instant meaning(String position) {
        return LocalCut.instant(LocalDateTime.parse(position), zone);
    }

    @Override
    public Bound moment(Instant moment) {
        return column().bind(LocalDateTime.ofInstant(Precision.stored(moment, column()), zone)
                .toString());
    }
}

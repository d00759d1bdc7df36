package io.github.ordertimeout.jdbc.time;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** A timestamp with time zone: an instant as it is. */
final class InstantColumn extends RangeTime {
    InstantColumn(TypedColumn column) {
        super(column);
    }

    /** The moment after epoch 0, as fine as the column is. */
    @Override
    Bound leastReal() {
        return column().bind(Instant.EPOCH.plusNanos(1000).toString());
    }

    @Override
    Sql upTo(Sql column, Instant cutoff) {
        return column.then(" <= ").then(bound(cutoff));
    }

    @Override
    Sql behind(Sql column, Instant cutoff) {
        return column.then(" > ").then(bound(cutoff));
    }

    private Bound bound(Instant instant) {
        return column().bind(Precision.bound(instant, column()).toString());
    }

    @Override
    Bound bound(String position) {
        return column().bind(position);
    }

    @Override
    public Optional<String> position(ResultSet row, int index) throws SQLException {
        return real(row, index).map(Instant::toString);
    }

    /** Without a text between the time and its instant: this is read for every order. */
    @Override
    public Optional<Reading> reading(ResultSet row, int index) throws SQLException {
        return real(row, index).map(instant -> new Reading(instant, near(instant)));
    }

    private static Optional<Instant> real(ResultSet row, int index) throws SQLException {
        OffsetDateTime value = row.getObject(index, OffsetDateTime.class);
        if (value == null || value.equals(OffsetDateTime.MAX) || value.equals(OffsetDateTime.MIN)) {
            return Optional.empty();
        }
        Instant instant = value.toInstant();
        return instant.isAfter(Instant.EPOCH) ? Optional.of(instant) : Optional.empty();
    }

    @Override
    Instant meaning(String position) {
        return Instant.parse(position);
    }

    @Override
    public Bound moment(Instant moment) {
        return column().bind(Precision.stored(moment, column()).toString());
    }
}

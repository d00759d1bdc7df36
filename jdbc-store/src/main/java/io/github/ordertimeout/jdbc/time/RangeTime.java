package io.github.ordertimeout.jdbc.time;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A column whose own order is the order of its instants, as far as an index is concerned. */
abstract class RangeTime implements TimeColumnSql {
    /** No shop's deadline lies behind this; keeps sums of absurd values within what Java can hold. */
    private static final Instant FAR = Instant.parse("9999-12-31T23:59:59Z");

    private final TypedColumn column;

    RangeTime(TypedColumn column) {
        this.column = column;
    }

    @Override
    public TypedColumn column() {
        return column;
    }

    /** Binds a position. */
    abstract Bound bound(String position);

    /** The least value that is a real time. */
    abstract Bound leastReal();

    /** At or before the cut-off, real or not. */
    abstract Sql upTo(Sql column, Instant cutoff);

    /** Behind the cut-off, infinities among it. */
    abstract Sql behind(Sql column, Instant cutoff);

    abstract Instant meaning(String position);

    @Override
    public Sql atMost(String alias, Instant cutoff) {
        Sql column = column().of(alias);
        return Sql.join(" AND ", List.of(column.then(" >= ").then(leastReal()), upTo(column, cutoff)));
    }

    @Override
    public Sql after(String alias, Instant cutoff) {
        Sql column = column().of(alias);
        return Sql.join(
                " AND ", List.of(column.then(" >= ").then(leastReal()), finite(column), behind(column, cutoff)));
    }

    @Override
    public Sql real(String alias) {
        Sql column = column().of(alias);
        return Sql.join(" AND ", List.of(column.then(" >= ").then(leastReal()), finite(column)));
    }

    @Override
    public Sql notReal(String alias) {
        Sql column = column().of(alias);
        Sql either = column.then(" IS NULL OR ").then(column).then(" < ").then(leastReal());
        // Not by isfinite(), which no index serves: orders without a deadline are few, and found among many.
        return (infinite() ? either.then(" OR ").then(column).then(" = 'infinity'") : either).inParentheses();
    }

    @Override
    public Sql select(String alias) {
        return column.of(alias);
    }

    @Override
    public Instant instant(String position) {
        return near(meaning(position));
    }

    static Instant near(Instant instant) {
        return instant.isAfter(FAR) ? FAR : instant;
    }

    @Override
    public Sql behind(String alias, String position, Sql greaterId) {
        Sql value = column.of(alias);
        Bound bound = bound(position);
        return value.then(" >= ")
                .then(bound)
                .then(" AND (")
                .then(value)
                .then(" > ")
                .then(bound)
                .then(" OR (")
                .then(value)
                .then(" = ")
                .then(bound)
                .then(" AND ")
                .then(greaterId)
                .then("))");
    }

    @Override
    public Optional<Sql> behindAsRow(String alias, String position, Sql id, Bound idValue) {
        return Optional.of(Sql.join(", ", List.of(column.of(alias), id))
                .inParentheses()
                .then(" > ")
                .then(Sql.join(", ", List.of(Sql.value(bound(position)), Sql.value(idValue)))
                        .inParentheses()));
    }

    private boolean infinite() {
        return column.type().temporal().infinite();
    }

    private Sql finite(Sql column) {
        return infinite() ? Sql.text("isfinite(").then(column).then(")") : Sql.text("1 = 1");
    }
}

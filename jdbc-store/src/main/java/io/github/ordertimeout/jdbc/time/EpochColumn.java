package io.github.ordertimeout.jdbc.time;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** A number of seconds or milliseconds since 1970-01-01T00:00Z; zero and less is no time. */
final class EpochColumn extends RangeTime {
    private final int perSecond;

    EpochColumn(TypedColumn column, int perSecond) {
        super(column);
        this.perSecond = perSecond;
    }

    @Override
    public Sql atMost(String alias, Instant cutoff) {
        Sql column = column().of(alias);
        return column.then(" > 0 AND ").then(upTo(column, cutoff));
    }

    @Override
    public Sql after(String alias, Instant cutoff) {
        Sql column = column().of(alias);
        return column.then(" > 0 AND ").then(behind(column, cutoff));
    }

    @Override
    public Sql real(String alias) {
        return column().of(alias).then(" > 0");
    }

    @Override
    public Sql notReal(String alias) {
        Sql column = column().of(alias);
        return Sql.text("(").then(column).then(" IS NULL OR ").then(column).then(" <= 0)");
    }

    @Override
    Bound leastReal() {
        return new Number(BigDecimal.ONE, placeholder());
    }

    @Override
    Sql upTo(Sql column, Instant cutoff) {
        return column.then(" <= ").then(number(cutoff));
    }

    @Override
    Sql behind(Sql column, Instant cutoff) {
        return column.then(" > ").then(number(cutoff));
    }

    private Bound number(Instant instant) {
        BigDecimal seconds = BigDecimal.valueOf(instant.getEpochSecond())
                .add(BigDecimal.valueOf(instant.getNano(), 9))
                .multiply(BigDecimal.valueOf(perSecond));
        return new Number(seconds.setScale(whole() ? 0 : 9, RoundingMode.FLOOR), placeholder());
    }

    private boolean whole() {
        return column().type().kind() == ValueKind.INTEGER;
    }

    /** Wider than the column: a cut-off past 2038 must not overflow the cast to a 32-bit type, nor the column be cast. */
    private String placeholder() {
        if (!column().type().placeholder().startsWith("CAST(")) {
            return "?";
        }
        return whole() ? "CAST(? AS bigint)" : "CAST(? AS numeric)";
    }

    @Override
    Bound bound(String position) {
        return column().bind(position);
    }

    @Override
    public Optional<String> position(ResultSet row, int index) throws SQLException {
        return Optional.ofNullable(column().canonicalText(row, index))
                .filter(position -> new BigDecimal(position).signum() > 0);
    }

    @Override
    Instant meaning(String position) {
        BigDecimal nanos = new BigDecimal(position).multiply(BigDecimal.valueOf(1_000_000_000L / perSecond));
        BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000L));
        // ten thousand years and more: the bound of what is read takes care of it
        long seconds =
                parts[0].min(BigDecimal.valueOf(Instant.MAX.getEpochSecond())).longValue();
        return Instant.ofEpochSecond(
                seconds, parts[1].setScale(0, RoundingMode.CEILING).longValue());
    }

    @Override
    public Bound moment(Instant moment) {
        BigDecimal units = BigDecimal.valueOf(moment.getEpochSecond())
                .multiply(BigDecimal.valueOf(perSecond))
                .add(BigDecimal.valueOf((long) moment.getNano() * perSecond / 1_000_000_000L));
        return column().bind(units.toPlainString());
    }

    /** A number wider than the column may be. */
    private record Number(BigDecimal value, String placeholder) implements Bound {
        @Override
        public void bind(PreparedStatement statement, int position) throws SQLException {
            if (value.scale() == 0) {
                statement.setLong(position, value.longValueExact());
            } else {
                statement.setBigDecimal(position, value);
            }
        }

        @Override
        public String toString() {
            return value.toPlainString();
        }
    }
}

package io.github.ordertimeout.jdbc.time;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * The TIMESTAMP of MySQL and MariaDB. It stores an instant and shows it in the session's zone, which is the user's to choose.
 * {@code UNIX_TIMESTAMP(column)} is the stored instant itself, exact in every zone but blind to indexes; beside it stands a
 * plain range, two hours wider than needed, since FROM_UNIXTIME's local value may mean either pass through an hour that
 * exists twice.
 */
final class SessionInstantColumn implements TimeColumnSql {
    private static final int SLACK_SECONDS = 7200;

    private final TypedColumn column;

    SessionInstantColumn(TypedColumn column) {
        this.column = column;
    }

    @Override
    public TypedColumn column() {
        return column;
    }

    @Override
    public Sql atMost(String alias, Instant cutoff) {
        Instant bound = Precision.bound(cutoff, column);
        return Sql.text("UNIX_TIMESTAMP(")
                .then(column.of(alias))
                .then(") > 0 AND ")
                .then(exact(alias, " <= ", bound))
                .then(" AND ")
                .then(wide(alias, " <= ", bound.plusSeconds(SLACK_SECONDS)));
    }

    @Override
    public Sql after(String alias, Instant cutoff) {
        Instant bound = Precision.bound(cutoff, column);
        return exact(alias, " > ", bound).then(" AND ").then(wide(alias, " >= ", bound.minusSeconds(SLACK_SECONDS)));
    }

    private Sql exact(String alias, String operator, Instant bound) {
        return Sql.text("UNIX_TIMESTAMP(")
                .then(column.of(alias))
                .then(")")
                .then(operator)
                .then(new Seconds(bound, "?"));
    }

    private Sql wide(String alias, String operator, Instant bound) {
        // FROM_UNIXTIME of a negative number is NULL
        Instant real = bound.isBefore(Instant.EPOCH) ? Instant.EPOCH : bound;
        return column.of(alias).then(operator).then(new Seconds(real, "FROM_UNIXTIME(?)"));
    }

    @Override
    public Sql real(String alias) {
        return Sql.text("UNIX_TIMESTAMP(").then(column.of(alias)).then(") > 0");
    }

    @Override
    public Sql notReal(String alias) {
        return Sql.text("COALESCE(UNIX_TIMESTAMP(").then(column.of(alias)).then("), 0) <= 0");
    }

    @Override
    public Sql select(String alias) {
        return Sql.text("UNIX_TIMESTAMP(").then(column.of(alias)).then(")");
    }

    @Override
    public Optional<String> position(ResultSet row, int index) throws SQLException {
        BigDecimal seconds = row.getBigDecimal(index);
        return seconds == null || seconds.signum() <= 0
                ? Optional.empty()
                : Optional.of(instant(seconds).toString());
    }

    private static Instant instant(BigDecimal seconds) {
        return Instant.ofEpochSecond(0, seconds.movePointRight(9).longValueExact());
    }

    @Override
    public Instant instant(String position) {
        return Instant.parse(position);
    }

    @Override
    public Sql behind(String alias, String position, Sql greaterId) {
        Instant instant = Instant.parse(position);
        return wide(alias, " >= ", instant.minusSeconds(SLACK_SECONDS))
                .then(" AND (")
                .then(exact(alias, " > ", instant))
                .then(" OR (")
                .then(exact(alias, " = ", instant))
                .then(" AND ")
                .then(greaterId)
                .then("))");
    }

    /** In a session whose zone has summer time this is an hour off in the hour that exists twice; MySQL knows no better. */
    @Override
    public Bound moment(Instant moment) {
        return new Seconds(Precision.stored(moment, column), "FROM_UNIXTIME(?)");
    }

    /** Seconds since 1970 with their fraction. */
    private record Seconds(Instant instant, String placeholder) implements Bound {
        @Override
        public void bind(PreparedStatement statement, int position) throws SQLException {
            statement.setBigDecimal(
                    position,
                    BigDecimal.valueOf(instant.getEpochSecond()).add(BigDecimal.valueOf(instant.getNano() / 1000, 6)));
        }

        @Override
        public String toString() {
            return instant.toString();
        }
    }
}

package io.github.ordertimeout.jdbc.time;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * One time column as SQL. Null, zero, epoch 0 and the infinities are no real time.
 *
 * <p>What is read of it is its <em>position</em>: a text that orders nothing by itself but finds back to exactly that value,
 * also where two values mean the same instant.
 */
public interface TimeColumnSql {
    /** The column. */
    TypedColumn column();

    /** A real time at or before the cut-off; one range of an index but for the hour after a clock was put forward. */
    Sql atMost(String alias, Instant cutoff);

    /** A real time after the cut-off. */
    Sql after(String alias, Instant cutoff);

    /** Holds a real time. */
    Sql real(String alias);

    /** Holds none; never null. */
    Sql notReal(String alias);

    /** What to select, to be read by {@link #position}. */
    Sql select(String alias);

    /** The position read; empty where the column holds no real time. */
    Optional<String> position(ResultSet row, int index) throws SQLException;

    /** The instant of a position. */
    Instant instant(String position);

    /** The position read with its instant; empty where the column holds no real time. */
    default Optional<Reading> reading(ResultSet row, int index) throws SQLException {
        return position(row, index).map(position -> new Reading(position, instant(position)));
    }

    /**
     * A position and what it means.
     *
     * @param value whose text is the position, which is made when somebody asks: of a page only the last row's is wanted
     */
    record Reading(Object value, Instant instant) {
        /** The position. */
        public String position() {
            return value.toString();
        }
    }

    /**
     * The rows behind a position in the order of column and id, without row values.
     *
     * @param greaterId true for ids behind the position's
     */
    Sql behind(String alias, String position, Sql greaterId);

    /** The same by row values, where the column's own order is the order of its positions. */
    default Optional<Sql> behindAsRow(String alias, String position, Sql id, Bound idValue) {
        return Optional.empty();
    }

    /** A moment as the column would hold it, cut to its precision. */
    Bound moment(Instant moment);
}

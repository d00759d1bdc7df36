package io.github.ordertimeout.jdbc.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A value that knows how to bind itself at a position of a prepared statement. */
public interface Bound {
    /** Binds the value; positions count from 1. */
    void bind(PreparedStatement statement, int position) throws SQLException;

    /** A text as it is. */
    static Bound text(String text) {
        return (statement, position) -> statement.setString(position, text);
    }

    /** A whole number. */
    static Bound number(long number) {
        return (statement, position) -> statement.setLong(position, number);
    }

    /** What stands in the text for it; {@code ?} unless the column's type needs a cast. */
    default String placeholder() {
        return "?";
    }
}

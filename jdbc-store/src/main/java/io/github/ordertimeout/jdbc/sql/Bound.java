package io.github.ordertimeout.jdbc.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A value that knows how to bind itself at a position of a prepared statement. */
public interface Bound {
    /** Binds the value; positions count from 1. */
    void bind(PreparedStatement statement, int position) throws SQLException;

    /** What stands in the text for it; {@code ?} unless the column's type needs a cast. */
    default String placeholder() {
        return "?";
    }
}

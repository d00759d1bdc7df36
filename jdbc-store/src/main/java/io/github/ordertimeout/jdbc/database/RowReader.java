package io.github.ordertimeout.jdbc.database;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads one row. */
@FunctionalInterface
public interface RowReader<T> {
    /** Reads the row that the cursor stands on; never moves it. */
    T read(ResultSet row) throws SQLException;
}

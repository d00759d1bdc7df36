package io.github.ordertimeout.jdbc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Where connections come from. */
@FunctionalInterface
interface ConnectionSource {
    /** Takes a connection. */
    Loan open();

    static ConnectionSource of(DataSource dataSource) {
        return () -> {
            try {
                Connection connection = dataSource.getConnection();
                return new Loan(connection, Optional.empty(), connection);
            } catch (SQLException e) {
                throw new DatabaseException("No connection to the database", e);
            }
        };
    }

    /** Through the user's Jdbi, so that a connection factory that joins a framework keeps being asked. */
    static ConnectionSource of(Jdbi jdbi) {
        return () -> {
            try {
                Handle handle = jdbi.open();
                return new Loan(handle.getConnection(), Optional.of(handle), handle);
            } catch (ConnectionException e) {
                throw e.getCause() instanceof SQLException sql
                        ? new DatabaseException("No connection to the database", sql)
                        : e;
            }
        };
    }
}

package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.order.OrderTimeoutException;
import java.sql.SQLException;

/** Something other than a statement failed: a connection, a transaction's beginning or its commit. */
public class DatabaseException extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    /** Takes what could not be done and what the driver said. */
    public DatabaseException(String message, SQLException cause) {
        super(message + ": " + cause.getMessage(), cause);
    }
}

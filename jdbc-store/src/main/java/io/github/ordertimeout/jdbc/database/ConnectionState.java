package io.github.ordertimeout.jdbc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a connection came from its pool, and the way back there. */
final class ConnectionState {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionState.class);

    private final boolean autoCommit;
    private OptionalInt changedIsolation = OptionalInt.empty();
    private boolean lost;

    private ConnectionState(boolean autoCommit) {
        this.autoCommit = autoCommit;
    }

    static ConnectionState of(Connection connection) {
        try {
            return new ConnectionState(connection.getAutoCommit());
        } catch (SQLException e) {
            throw new DatabaseException("The connection cannot be used", e);
        }
    }

    /**
     * Takes a connection for work of our own.
     *
     * @param pooled how the pool hands connections out
     * @throws DatabaseException if it is lent from the middle of somebody else's transaction, which we would commit
     */
    static ConnectionState ofOwn(Connection connection, boolean pooled) {
        ConnectionState state = of(connection);
        if (pooled && !state.autoCommit) {
            throw new DatabaseException(
                    "The connection is in a transaction of the application already: call the engine outside of it, or hand the"
                            + " application's transactions to the store (JdbcOrderStore.builder().transactions(…))",
                    new SQLException("auto-commit is off", "25001"));
        }
        return state;
    }

    boolean autoCommit() {
        return autoCommit;
    }

    /** Begins a transaction in this isolation; it is set first, since PostgreSQL refuses that later on. */
    void begin(Connection connection, OptionalInt wanted) {
        try {
            if (wanted.isPresent()) {
                int found = connection.getTransactionIsolation();
                if (found != wanted.getAsInt()) {
                    changedIsolation = OptionalInt.of(found);
                    connection.setTransactionIsolation(wanted.getAsInt());
                }
            }
            if (autoCommit) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            throw new DatabaseException("No transaction can be begun", e);
        }
    }

    /** Each statement sees current data and leaves no lock or snapshot behind, on a pool without auto-commit too. */
    void withoutTransaction(Connection connection) {
        try {
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw new DatabaseException("The connection cannot be used without a transaction", e);
        }
    }

    void rollBack(Connection connection, Throwable reason) {
        try {
            connection.rollback();
        } catch (SQLException | RuntimeException e) {
            reason.addSuppressed(e);
            abandon(connection);
        }
    }

    /** Puts everything back; a connection where that fails is closed, so that nobody gets it in this state. */
    void restore(Connection connection) {
        if (lost) {
            return;
        }
        try {
            if (changedIsolation.isPresent()) {
                connection.setTransactionIsolation(changedIsolation.getAsInt());
            }
            if (connection.getAutoCommit() != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection cannot be restored and is closed: {}", e.toString());
            abandon(connection);
        }
    }

    /** Turning auto-commit on would commit what could not be rolled back: the connection must go. */
    private void abandon(Connection connection) {
        lost = true;
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A broken connection cannot be aborted: {}", e.toString());
        }
    }
}

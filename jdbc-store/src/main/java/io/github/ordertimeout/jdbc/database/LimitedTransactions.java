package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.dialect.TimeLimits;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts time limits and a {@link Session} into whoever's transactions: our own or the application's. */
final class LimitedTransactions implements Transactions {
    private static final Logger LOG = LoggerFactory.getLogger(LimitedTransactions.class);

    private final Transactions transactions;
    private final Dialect dialect;
    private final TimeLimits limits;
    private final OneConnection oneConnection;

    LimitedTransactions(Transactions transactions, Dialect dialect, TimeLimits limits, OneConnection oneConnection) {
        this.transactions = transactions;
        this.dialect = dialect;
        this.limits = limits;
        this.oneConnection = oneConnection;
    }

    @Override
    public <T> T inTransaction(Function<TransactionContext, T> work) {
        return oneConnection.during(() -> transactions.inTransaction(transaction -> limited(transaction, work)));
    }

    @Override
    public Optional<TransactionContext> current() {
        return transactions.current();
    }

    private <T> T limited(TransactionContext transaction, Function<TransactionContext, T> work) {
        Connection connection = transaction.unwrap(Connection.class);
        Dialect.Restore restore = limit(connection);
        try {
            int queryTimeout = dialect.limitsByQueryTimeout() ? limits.statementSeconds() : 0;
            return work.apply(SessionContext.over(transaction, connection, queryTimeout));
        } finally {
            restore(connection, restore);
        }
    }

    private Dialect.Restore limit(Connection connection) {
        try {
            return dialect.limit(connection, limits);
        } catch (SQLException e) {
            throw new DatabaseException("The time limits of a transaction cannot be set", e);
        }
    }

    /** A connection whose limits cannot be put back must not go back to its pool; the work's own outcome counts. */
    private static void restore(Connection connection, Dialect.Restore restore) {
        try {
            restore.restore(connection);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("The time limits of a connection cannot be restored, it is closed: {}", e.toString());
            abort(connection);
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A broken connection cannot be aborted: {}", e.toString());
        }
    }
}

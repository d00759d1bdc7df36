package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalInt;
import java.util.function.Function;

/** Transactions on connections of our own. */
final class OwnTransactions implements Transactions {
    private final ConnectionSource source;
    private final OptionalInt isolation;
    private final boolean pooledAutoCommit;

    OwnTransactions(ConnectionSource source, OptionalInt isolation, boolean pooledAutoCommit) {
        this.source = source;
        this.isolation = isolation;
        this.pooledAutoCommit = pooledAutoCommit;
    }

    @Override
    public <T> T inTransaction(Function<TransactionContext, T> work) {
        try (Loan loan = source.open()) {
            Connection connection = loan.connection();
            ConnectionState before = ConnectionState.ofOwn(connection, pooledAutoCommit);
            try {
                before.begin(connection, isolation);
                T result = work.apply(new LoanContext(loan));
                commit(connection);
                return result;
            } catch (Throwable failure) {
                before.rollBack(connection, failure);
                throw failure;
            } finally {
                before.restore(connection);
            }
        }
    }

    /** Only an error that the server itself answers proves that nothing was committed. */
    private static void commit(Connection connection) {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw CommitFailure.rolledBack(e)
                    ? new DatabaseException("The transaction was rolled back at its commit", e)
                    : new CommitOutcomeUnknownException(e);
        } catch (Throwable e) {
            throw new CommitOutcomeUnknownException(e);
        }
    }
}

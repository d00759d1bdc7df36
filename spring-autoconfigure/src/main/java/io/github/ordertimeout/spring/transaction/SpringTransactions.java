package io.github.ordertimeout.spring.transaction;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.jdbc.database.CommitFailure;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The application's own transactions: what its JdbcTemplate, MyBatis or JPA does on the same data source during a close commits and
 * rolls back together with it, and the payment guard joins a {@code @Transactional} of its caller.
 *
 * <p>Thread-safe.
 */
public final class SpringTransactions implements Transactions {
    private final PlatformTransactionManager manager;
    private final DataSource dataSource;
    private final TransactionDefinition definition;

    private SpringTransactions(PlatformTransactionManager manager, DataSource dataSource, int isolation) {
        this.manager = manager;
        this.dataSource = dataSource;
        DefaultTransactionDefinition wanted =
                new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        wanted.setName("order-timeout");
        wanted.setIsolationLevel(isolation);
        this.definition = wanted;
    }

    /**
     * Transactions of this manager.
     *
     * @param dataSource the one whose connections the manager binds, any proxy that joins transactions taken off
     * @param isolation one of {@link TransactionDefinition}'s
     * @throws ConfigurationException if the manager's transactions do not span that data source, so that a close could not be
     *     rolled back
     */
    public static SpringTransactions of(PlatformTransactionManager manager, DataSource dataSource, int isolation) {
        SpringTransactions transactions = new SpringTransactions(manager, dataSource, isolation);
        transactions.inTransaction(transaction -> true);
        return transactions;
    }

    @Override
    public <T> T inTransaction(Function<TransactionContext, T> work) {
        TransactionStatus status = manager.getTransaction(definition);
        T result;
        try {
            result = work.apply(bound());
            // What a JPA session still holds back fails here, where it certainly is rolled back.
            status.flush();
        } catch (Throwable failure) {
            rollBack(status, failure);
            throw failure;
        }
        commit(status);
        return result;
    }

    /** The work's own failure is what counts; that of the rollback is told beside it. */
    private void rollBack(TransactionStatus status, Throwable reason) {
        try {
            manager.rollback(status);
        } catch (RuntimeException | Error e) {
            reason.addSuppressed(e);
        }
    }

    private void commit(TransactionStatus status) {
        try {
            manager.commit(status);
        } catch (UnexpectedRollbackException e) {
            throw e;
        } catch (RuntimeException e) {
            throw isRolledBack(e) ? e : new CommitOutcomeUnknownException(e);
        }
    }

    private static boolean isRolledBack(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException answered && CommitFailure.rolledBack(answered)) {
                return true;
            }
        }
        return false;
    }

    private TransactionContext bound() {
        return current()
                .orElseThrow(() -> new ConfigurationException("Transaction manager "
                        + manager.getClass().getName()
                        + " opens no transaction on the data source of the orders, so that"
                        + " a close could not be rolled back: name the manager of that data source in"
                        + " order-timeout.transaction-manager."));
    }

    @Override
    public Optional<TransactionContext> current() {
        boolean active = TransactionSynchronizationManager.isActualTransactionActive();
        return active && TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder
                ? Optional.of(new BoundTransaction(holder))
                : Optional.empty();
    }
}

package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.dialect.TimeLimits;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;

/**
 * One database, reached through a {@code DataSource} or a {@code Jdbi}. Every connection goes back as it came: auto-commit,
 * isolation and time limits.
 *
 * <p>Thread-safe. A thread never holds two connections, so that a pool of one is enough.
 */
public final class Database {
    private static final int TRIES = 5;

    private final ConnectionSource source;
    private final Dialect dialect;
    private final Transactions transactions;
    private final TimeLimits limits;
    private final Optional<Supplier<Instant>> clock;
    private final boolean pooledAutoCommit;
    private final OneConnection oneConnection = new OneConnection();

    Database(
            ConnectionSource source,
            Dialect dialect,
            Transactions transactions,
            TimeLimits limits,
            Optional<Supplier<Instant>> clock,
            boolean pooledAutoCommit) {
        this.source = source;
        this.dialect = dialect;
        this.transactions = transactions;
        this.limits = limits;
        this.clock = clock;
        this.pooledAutoCommit = pooledAutoCommit;
    }

    /** Starts from a data source: a pool, with auto-commit or without. */
    public static DatabaseBuilder builder(DataSource dataSource) {
        return new DatabaseBuilder(ConnectionSource.of(dataSource));
    }

    /** Starts from a Jdbi, which is asked for connections and otherwise left alone. */
    public static DatabaseBuilder builder(Jdbi jdbi) {
        return new DatabaseBuilder(ConnectionSource.of(jdbi));
    }

    /** What is particular about this database. */
    public Dialect dialect() {
        return dialect;
    }

    /** Works without a transaction: each statement sees current data and commits by itself. */
    public <T> T read(Function<Session, T> work) {
        return oneConnection.during(() -> {
            try (Loan loan = source.open()) {
                ConnectionState before = ConnectionState.ofOwn(loan.connection(), pooledAutoCommit);
                try {
                    before.withoutTransaction(loan.connection());
                    int queryTimeout = dialect.queryTimeoutIsLocal() ? limits.statementSeconds() : 0;
                    return work.apply(SessionContext.over(new LoanContext(loan), loan.connection(), queryTimeout)
                            .session());
                } finally {
                    before.restore(loan.connection());
                }
            }
        });
    }

    /** New transactions under the database's time limits; {@code unwrap} gives Connection, Handle and {@link Session}. */
    public Transactions transactions() {
        return transactions(limits);
    }

    /** New transactions under these time limits. */
    public Transactions transactions(TimeLimits ownLimits) {
        return new LimitedTransactions(transactions, dialect, ownLimits, oneConnection);
    }

    /**
     * One short transaction under the database's limits, begun again where a concurrent one got in its way: a deadlock, a
     * serialization failure, or a row that was inserted between a look and an insert. The work must bear that.
     */
    public <T> T inShortTransaction(Function<TransactionContext, T> work) {
        for (int left = TRIES - 1; ; left--) {
            try {
                return transactions().inTransaction(work);
            } catch (RuntimeException e) {
                if (left == 0 || !Collision.says(e)) {
                    throw e;
                }
            }
        }
    }

    /** Works in a transaction that the application opened and will end, under the database's time limits. */
    public <T> T inTransactionOf(TransactionContext host, Function<TransactionContext, T> work) {
        return new LimitedTransactions(joined(host), dialect, limits, new OneConnection()).inTransaction(work);
    }

    private static Transactions joined(TransactionContext host) {
        return new Transactions() {
            @Override
            public <T> T inTransaction(Function<TransactionContext, T> work) {
                return work.apply(host);
            }
        };
    }

    /** The application's transaction that the calling thread is in, where its transactions can tell. */
    public Optional<TransactionContext> current() {
        return transactions.current();
    }

    /** The clock in the middle of a transaction; H2 tells when that began. */
    public Instant now(Session session) {
        return givenNow()
                .orElseGet(() ->
                        session.query(dialect.nowQuery(), dialect::readNow).get(0));
    }

    /** The clock that stands for the database's, where somebody gave one. */
    public Optional<Instant> givenNow() {
        return clock.map(Supplier::get);
    }

    /** The database's clock, whatever zone anything is in; never asked for inside a transaction, where H2 freezes it. */
    public Instant now() {
        return givenNow()
                .orElseGet(() -> read(session ->
                        session.query(dialect.nowQuery(), dialect::readNow).get(0)));
    }
}

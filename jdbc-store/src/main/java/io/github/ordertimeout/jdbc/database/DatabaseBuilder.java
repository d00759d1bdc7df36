package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.dialect.TimeLimits;
import io.github.ordertimeout.transaction.Transactions;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Makes a {@link Database}. */
public final class DatabaseBuilder {
    private final ConnectionSource source;
    private Optional<Dialect> dialect = Optional.empty();
    private Optional<Transactions> transactions = Optional.empty();
    private Optional<Supplier<Instant>> clock = Optional.empty();
    private Isolation isolation = Isolation.READ_COMMITTED;
    private TimeLimits limits = TimeLimits.DEFAULT;
    private boolean skipLocked = true;

    DatabaseBuilder(ConnectionSource source) {
        this.source = source;
    }

    /** Instead of asking the server what it is. */
    public DatabaseBuilder dialect(Dialect known) {
        dialect = Optional.of(known);
        return this;
    }

    /** The application's own transactions on the same database: they must unwrap to {@code java.sql.Connection}. */
    public DatabaseBuilder transactions(Transactions own) {
        transactions = Optional.of(own);
        return this;
    }

    /** Instead of the database's clock. */
    public DatabaseBuilder clock(Supplier<Instant> other) {
        clock = Optional.of(other);
        return this;
    }

    /** Of our own transactions; not of the application's. */
    public DatabaseBuilder isolation(Isolation wanted) {
        isolation = wanted;
        return this;
    }

    /** For reads, and for transactions that are not given others. */
    public DatabaseBuilder limits(TimeLimits wanted) {
        limits = wanted;
        return this;
    }

    /** Speaks to the server as if it could not skip locked rows. */
    public DatabaseBuilder withoutSkipLocked() {
        skipLocked = false;
        return this;
    }

    /**
     * Asks the server what it is and what it allows.
     *
     * @throws DatabaseException if it cannot be reached
     */
    public Database build() {
        try (Loan loan = source.open()) {
            ConnectionState before = ConnectionState.of(loan.connection());
            try {
                before.withoutTransaction(loan.connection());
                Dialect found = dialect.isPresent() ? dialect.get() : Dialect.of(loan.connection());
                boolean refused = isolation == Isolation.READ_COMMITTED
                        && transactions.isEmpty()
                        && !found.allowsReadCommitted(loan.connection());
                OptionalInt level = refused ? OptionalInt.empty() : isolation.level();
                return new Database(
                        source,
                        skipLocked ? found : found.withoutSkipLocked(),
                        transactions.orElseGet(() -> new OwnTransactions(source, level, before.autoCommit())),
                        limits,
                        clock,
                        before.autoCommit());
            } finally {
                before.restore(loan.connection());
            }
        } catch (SQLException e) {
            throw new DatabaseException("The database cannot be asked what it is", e);
        }
    }
}

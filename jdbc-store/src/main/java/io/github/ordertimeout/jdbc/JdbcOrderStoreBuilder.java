package io.github.ordertimeout.jdbc;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.TableSettings;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.DatabaseBuilder;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.settle.JdbcCompensationStore;
import io.github.ordertimeout.jdbc.settle.JdbcStateStore;
import io.github.ordertimeout.jdbc.settle.NoCompensations;
import io.github.ordertimeout.jdbc.settle.NoStates;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.store.StateStore;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;

/** Makes a {@link JdbcOrderStore}; needs a data source or a Jdbi. */
public final class JdbcOrderStoreBuilder {
    private Optional<DatabaseBuilder> database = Optional.empty();
    private TableSettings tables = TableSettings.DEFAULT;
    private Optional<DataSource> scans = Optional.empty();
    private Optional<CompensationStore> ownCompensations = Optional.empty();
    private boolean readOnly;

    JdbcOrderStoreBuilder() {}

    /** The database of the orders, through a pool. */
    public JdbcOrderStoreBuilder dataSource(DataSource dataSource) {
        database = Optional.of(Database.builder(dataSource));
        return this;
    }

    /** The database of the orders, through a Jdbi, which is asked for connections and otherwise left alone. */
    public JdbcOrderStoreBuilder jdbi(Jdbi jdbi) {
        database = Optional.of(Database.builder(jdbi));
        return this;
    }

    /** The library's own tables; by default {@link TableSettings#DEFAULT}. */
    public JdbcOrderStoreBuilder tables(TableSettings settings) {
        tables = settings;
        return this;
    }

    /**
     * A replica that scans read instead: it is asked for candidates and counts. The close repeats every condition on the primary,
     * which also stands in for a replica that is away. What the replica does not show yet is met by a later full pass.
     */
    public JdbcOrderStoreBuilder scanDataSource(DataSource replica) {
        scans = Optional.of(replica);
        return this;
    }

    /** Instead of the library's own compensation table. What it is given in a transaction must commit and roll back with it. */
    public JdbcOrderStoreBuilder compensations(CompensationStore own) {
        ownCompensations = Optional.of(own);
        return this;
    }

    /** The application's own transactions on the same database: they must unwrap to {@code java.sql.Connection}. */
    public JdbcOrderStoreBuilder transactions(Transactions own) {
        required().transactions(own);
        return this;
    }

    /** Instead of the database's clock; for tests. */
    public JdbcOrderStoreBuilder clock(Supplier<Instant> clock) {
        required().clock(clock);
        return this;
    }

    /** Of the store's own transactions; for tests. */
    public JdbcOrderStoreBuilder isolation(Isolation isolation) {
        required().isolation(isolation);
        return this;
    }

    /** Speaks to the server as if it could not skip locked rows; for tests. */
    public JdbcOrderStoreBuilder withoutSkipLocked() {
        required().withoutSkipLocked();
        return this;
    }

    /** For plans and explanations: the library's own tables may be missing, and nothing is created. */
    public JdbcOrderStoreBuilder readOnly(boolean only) {
        readOnly = only;
        return this;
    }

    /**
     * Connects, and makes or checks the library's own tables.
     *
     * @throws ConfigurationException if one of them is missing or wrong
     */
    public JdbcOrderStore build() {
        OwnTables own = new OwnTables(tables.prefix());
        Database built = required().build();
        CompensationStore compensations = ownCompensations.orElseGet(() -> new JdbcCompensationStore(built, own));
        Optional<DatabaseBuilder> replica = scans.map(Database::builder).map(copy -> copy.dialect(built.dialect()));
        StateStore states = new JdbcStateStore(built, own);
        if (readOnly) {
            boolean missing = !Schema.faults(built, tables.prefix()).isEmpty();
            return missing
                    ? new JdbcOrderStore(built, own, new NoCompensations(), new NoStates(), true, replica)
                    : new JdbcOrderStore(built, own, compensations, states, true, replica);
        }
        if (tables.autoCreate()) {
            Schema.create(built, tables.prefix());
        }
        List<String> faults = Schema.faults(built, tables.prefix());
        if (!faults.isEmpty()) {
            throw new ConfigurationException(faults);
        }
        return new JdbcOrderStore(built, own, compensations, states, false, replica);
    }

    private DatabaseBuilder required() {
        return database.orElseThrow(() -> new IllegalStateException("First say dataSource(…) or jdbi(…)."));
    }
}

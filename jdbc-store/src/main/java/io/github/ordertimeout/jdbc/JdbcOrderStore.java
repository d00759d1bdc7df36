package io.github.ordertimeout.jdbc;

import io.github.ordertimeout.config.CloseSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.audit.AuditPage;
import io.github.ordertimeout.jdbc.audit.AuditReader;
import io.github.ordertimeout.jdbc.audit.AuditRequest;
import io.github.ordertimeout.jdbc.audit.AuditSummary;
import io.github.ordertimeout.jdbc.audit.Auditor;
import io.github.ordertimeout.jdbc.close.ItemsFirst;
import io.github.ordertimeout.jdbc.close.JdbcOrderCloser;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.DatabaseBuilder;
import io.github.ordertimeout.jdbc.database.DatabaseException;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.doctor.Doctor;
import io.github.ordertimeout.jdbc.mapping.RuleMapper;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.payment.JdbcPayableOrders;
import io.github.ordertimeout.jdbc.payment.JdbcPaymentBook;
import io.github.ordertimeout.jdbc.release.JdbcReleaseLedger;
import io.github.ordertimeout.jdbc.release.SqlInventoryReleaser;
import io.github.ordertimeout.jdbc.release.StatementRelease;
import io.github.ordertimeout.jdbc.scan.JdbcOrderScanner;
import io.github.ordertimeout.jdbc.scan.ReplicaScanner;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.payment.PaymentBook;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.store.StateStore;
import io.github.ordertimeout.time.TimeSource;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Orders in a relational database: PostgreSQL, MySQL, MariaDB or H2. The library's own tables lie beside them.
 *
 * <p>Thread-safe.
 */
public final class JdbcOrderStore implements OrderStore {
    private final Database database;
    private final OwnTables tables;
    private final CompensationStore compensations;
    private final StateStore states;
    private final JdbcPaymentBook payments;
    private final boolean readOnly;
    private final Optional<DatabaseBuilder> replica;

    JdbcOrderStore(
            Database database,
            OwnTables tables,
            CompensationStore compensations,
            StateStore states,
            boolean readOnly,
            Optional<DatabaseBuilder> replica) {
        this.replica = replica;
        this.database = database;
        this.tables = tables;
        this.compensations = compensations;
        this.states = states;
        this.payments = new JdbcPaymentBook(database, tables);
        this.readOnly = readOnly;
    }

    /** Starts a new one. */
    public static JdbcOrderStoreBuilder builder() {
        return new JdbcOrderStoreBuilder();
    }

    @Override
    public RuleStore open(Rule rule) {
        RuleMapping mapping = database.read(session -> RuleMapper.map(rule, session, database.dialect()));
        List<SqlInventoryReleaser> inventory = rule.inventory().stream()
                .map(configured -> database.read(session -> SqlInventoryReleaser.open(mapping, session)))
                .toList();
        JdbcOrderScanner scanner = new JdbcOrderScanner(database, mapping);
        JdbcOrderCloser closer = new JdbcOrderCloser(
                database,
                mapping,
                tables.release(),
                payments,
                inventory.isEmpty() ? ItemsFirst.NONE : inventory.get(0)::notingItems);
        Rehearsal rehearsal = new Rehearsal(rule, mapping.source());
        rehearsal.scan(scanner);
        if (!readOnly && rule.close().mode() == CloseSettings.Mode.CLOSE) {
            rehearsal.close(closer, inventory);
        }
        List<String> warnings = new ArrayList<>(mapping.warnings());
        inventory.forEach(releaser -> warnings.addAll(releaser.warnings()));
        return new RuleStore(
                mapping.source(),
                mapping.idsAmong(),
                replica.<OrderScanner>map(copy -> new ReplicaScanner(database, copy, mapping, TimeSource.system()))
                        .orElse(scanner),
                closer,
                new JdbcPayableOrders(database, mapping, tables),
                releasers(rule, inventory),
                warnings);
    }

    /**
     * What is amiss with these rules, the tables and the data; changes no row.
     *
     * @param poolSize connections that the pool has at most; empty where nobody knows
     */
    public List<Finding> examine(Settings settings, OptionalInt poolSize) {
        JdbcOrderStore reading = new JdbcOrderStore(database, tables, compensations, states, true, replica);
        JdbcOrderStore closing = new JdbcOrderStore(database, tables, compensations, states, false, replica);
        return new Doctor(database, tables, reading::open, closing::open, TimeSource.system())
                .examine(settings, poolSize);
    }

    @Override
    public List<Finding> examine(Collection<Rule> opened) {
        return new Doctor(database, tables, this::open, this::open, TimeSource.system()).atStart(opened);
    }

    /**
     * Compares what the library has written with what the orders of these rules say now; writes nothing.
     *
     * @param since how far back orders are asked whether somebody else has closed them
     */
    public List<Finding> audit(Settings settings, Duration since) {
        AuditSummary summary = new AuditSummary();
        audit(AuditRequest.of(settings).since(since), summary);
        return summary.findings();
    }

    /**
     * The same, page by page, for tables of any size: it holds one page in memory, and it can be interrupted.
     *
     * <ol>
     *   <li>Every order is judged on one page, with all of its ledger's rows; pages come in a fixed order.
     *   <li>Continued after a page, by {@link AuditPage#next} or by a kept place, an audit tells what it would have told after
     *       that page. Whoever keeps the cursor after the faults, as {@link AuditRequest#keepingItsPlace} does, misses none, and is
     *       told at most one page's faults again.
     *   <li>What changes behind the place meanwhile is left to the next audit.
     * </ol>
     *
     * <p>It takes no lock and opens no transaction but to keep its place.
     *
     * @return whether it came to its end: false where the reader ended it before
     * @throws io.github.ordertimeout.config.ConfigurationException if a rule does not fit its table, or the cursor is of a table
     *     that no rule names
     */
    public boolean audit(AuditRequest request, AuditReader reader) {
        return new Auditor(database, tables, states).audit(request, reader);
    }

    /** Stock last, since its rows are those that others wait for. */
    private static List<InventoryReleaser> releasers(Rule rule, List<SqlInventoryReleaser> inventory) {
        List<InventoryReleaser> releasers = new ArrayList<>();
        rule.onClose().releases().keySet().forEach(type -> releasers.add(new StatementRelease(type)));
        releasers.addAll(inventory);
        return releasers;
    }

    @Override
    public CompensationStore compensations() {
        return compensations;
    }

    @Override
    public StateStore states() {
        return states;
    }

    @Override
    public ReleaseLedger releases() {
        return new JdbcReleaseLedger(database, tables);
    }

    @Override
    public PaymentBook payments() {
        return payments;
    }

    @Override
    public <T> T inShortTransaction(Function<TransactionContext, T> work) {
        return database.inShortTransaction(work);
    }

    @Override
    public <T> T inTransactionOf(TransactionContext host, Function<TransactionContext, T> work) {
        return database.inTransactionOf(host, work);
    }

    /**
     * The transaction that a connection of the application's is in, for {@code PaymentGuard.in}: what the guard writes commits
     * and rolls back together with everything else on that connection.
     *
     * @throws IllegalArgumentException if the connection commits by itself, so that there is no transaction to join
     */
    public static TransactionContext transactionOn(Connection connection) {
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalArgumentException(
                        "The connection commits every statement by itself (auto-commit is on): begin a transaction on it first");
            }
        } catch (SQLException e) {
            throw new DatabaseException("The connection cannot be used", e);
        }
        return new TransactionContext() {
            @Override
            public <T> T unwrap(Class<T> type) {
                if (type != Connection.class) {
                    throw new IllegalArgumentException(
                            "This transaction has a java.sql.Connection, no " + type.getName());
                }
                return type.cast(connection);
            }
        };
    }

    @Override
    public Transactions transactions() {
        return database.transactions();
    }

    @Override
    public Instant now(TransactionContext transaction) {
        return database.now(transaction.unwrap(Session.class));
    }

    @Override
    public Instant now() {
        return database.now();
    }
}

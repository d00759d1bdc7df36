package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.TableSettings;
import io.github.ordertimeout.payment.PaymentBook;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.store.StateStore;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Orders in memory, with the contract of the JDBC store: for tests, demonstrations and simulations.
 *
 * <pre>{@code
 * MemoryOrderStore store = MemoryOrderStore.create(() -> now);
 * store.database().createTable("orders", "id", "status", "due");
 * store.database().insert("orders", Map.of("id", 42, "status", 0, "due", now.minusSeconds(1)));
 * }</pre>
 *
 * <p>Times are held as {@link Instant}; a literal is read by the kind of value it meets or replaces, a text where that is
 * null. It runs no SQL: a rule with {@code where-sql}, {@code also-execute} or the like is refused.
 *
 * <p>Its own tables are made where they are missing, so that several stores may share a database as nodes do.
 */
public final class MemoryOrderStore implements OrderStore {
    private static final int TRIES = 5;
    private static final Duration LOCK_WAIT = Duration.ofSeconds(1);
    private final MemoryDatabase database;
    private final Supplier<Instant> clock;
    private final @Nullable LongSupplier replica;
    private final MemoryLedger ledger;
    private final CompensationStore compensations;
    private final MemoryStates states;
    private final MemoryPaymentBook payments;

    private MemoryOrderStore(MemoryDatabase database, Supplier<Instant> clock, @Nullable LongSupplier replica) {
        String prefix = TableSettings.DEFAULT.prefix();
        this.database = database;
        this.clock = clock;
        this.replica = replica;
        this.ledger = new MemoryLedger(database, prefix + "release");
        this.compensations = new MemoryCompensationStore(database, prefix + "compensation");
        this.states = new MemoryStates(database, prefix + "state");
        this.payments = new MemoryPaymentBook(database, prefix + "payment");
    }

    /** A store of its own READ COMMITTED database, whose threads wait up to a second for each other's locks. */
    public static MemoryOrderStore create(Supplier<Instant> clock) {
        return on(new MemoryDatabase(Isolation.READ_COMMITTED, LOCK_WAIT), clock);
    }

    /** A store on this database; the clock is the database's. */
    public static MemoryOrderStore on(MemoryDatabase database, Supplier<Instant> clock) {
        return new MemoryOrderStore(database, clock, null);
    }

    /** The same store, whose scans read what a replica shows that has followed up to this commit of the database. */
    public MemoryOrderStore scanningReplica(LongSupplier commit) {
        return new MemoryOrderStore(database, clock, commit);
    }

    /** Where the rows are. */
    public MemoryDatabase database() {
        return database;
    }

    @Override
    public RuleStore open(Rule rule) {
        RuleChecks.check(database, rule);
        String source = rule.sourceOf(rule.table());
        OrderRows rows = new OrderRows(rule, source);
        List<InventoryReleaser> releasers = rule.inventory().stream()
                .<InventoryReleaser>map(inventory -> new MemoryInventory(rule, inventory, ledger))
                .toList();
        return new RuleStore(
                source,
                "",
                new MemoryScanner(rule, rows, database::begin, this::beginScan, clock),
                new MemoryCloser(rule, rows, ledger, payments, transactions(), new LostOrders(rule, rows, database)),
                new MemoryPayableOrders(rule, rows, ledger, database, clock),
                releasers,
                List.of());
    }

    private MemoryTransaction beginScan() {
        return replica == null ? database.begin() : database.asOf(replica.getAsLong());
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
        return ledger;
    }

    @Override
    public PaymentBook payments() {
        return payments;
    }

    @Override
    public <T> T inShortTransaction(Function<TransactionContext, T> work) {
        for (int left = TRIES - 1; ; left--) {
            try {
                return transactions().inTransaction(work);
            } catch (MemoryDatabaseException e) {
                if (left == 0 || e.kind() != FailureKind.CONTENTION) {
                    throw e;
                }
            }
        }
    }

    @Override
    public Transactions transactions() {
        return new MemoryTransactions(database);
    }

    @Override
    public Instant now() {
        return clock.get();
    }
}

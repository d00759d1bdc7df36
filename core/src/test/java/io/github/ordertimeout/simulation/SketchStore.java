package io.github.ordertimeout.simulation;

import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.memory.MemoryOrderStore;
import io.github.ordertimeout.payment.PaymentBook;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.store.StateStore;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A store that closes by a second, independent writing of the algorithm, with one deliberate bug. Without a bug it passes
 * the contract that every store passes, and the simulation.
 *
 * @param real the store beneath, whose tables and transactions it uses
 * @param jvmClock the clock of the node's own process
 * @param provider the payment side, for bugs that call it where nobody should; empty where there is none
 * @param warehouses the same for what closes owe
 */
record SketchStore(
        MemoryOrderStore real,
        Supplier<Instant> jvmClock,
        EngineListener listener,
        Optional<ProviderCalls> provider,
        Optional<Warehouses> warehouses,
        DeliberateBug bug)
        implements OrderStore {

    /** The stores of a run with this bug. */
    static World.Stores with(DeliberateBug bug) {
        return new World.Stores() {
            @Override
            public OrderStore of(Node node, MemoryOrderStore store, EngineListener listener) {
                return new SketchStore(
                        store,
                        () -> store.now().plusSeconds(node.plan.skew()),
                        listener,
                        Optional.of(node.provider()),
                        Optional.of(node.warehouses()),
                        bug);
            }

            @Override
            public PaymentGateway gateway(PaymentGateway gateway) {
                return new SketchPayments.Gateway(gateway, bug, new HashMap<>());
            }

            @Override
            public RefundIssuer issuer(RefundIssuer issuer) {
                return new SketchPayments.Issuer(issuer, bug, new AtomicLong());
            }
        };
    }

    @Override
    public RuleStore open(Rule rule) {
        RuleStore opened = real.open(rule);
        SketchOracle oracle = new SketchOracle(rule, opened.source(), bug);
        List<InventoryReleaser> releasers = rule.inventory().stream()
                .<InventoryReleaser>map(inventory -> new SketchInventory(inventory, bug))
                .toList();
        return new RuleStore(
                opened.source(),
                opened.idsAmong(),
                new SketchScanner(rule, oracle, opened.scanner(), real.database(), provider, bug),
                new SketchCloser(
                        rule,
                        oracle,
                        new SketchLedger(opened.source(), bug),
                        transactions(),
                        real.database(),
                        listener,
                        warehouses,
                        bug),
                new SketchPayments.Orders(opened.payable(), this, bug, id -> payAnyway(rule, id)),
                releasers,
                opened.warnings());
    }

    @Override
    public CompensationStore compensations() {
        return new SketchCompensations(
                real.compensations(),
                bug,
                provider,
                work -> inShortTransaction(transaction -> {
                    work.accept(transaction);
                    return 0;
                }));
    }

    @Override
    public StateStore states() {
        return new SketchStates(real.states(), bug);
    }

    @Override
    public ReleaseLedger releases() {
        return real.releases();
    }

    @Override
    public PaymentBook payments() {
        return new SketchPayments.Book(real.payments(), bug);
    }

    @Override
    public <T> T inShortTransaction(Function<TransactionContext, T> work) {
        return real.inShortTransaction(work);
    }

    @Override
    public Transactions transactions() {
        return real.transactions();
    }

    @Override
    public Instant now() {
        return bug == DeliberateBug.JVM_CLOCK ? jvmClock.get() : real.now();
    }

    private boolean payAnyway(Rule rule, String id) {
        return real.database()
                        .inTransaction(transaction -> transaction.update(
                                rule.table(),
                                row -> row.key().equals(id),
                                row -> Map.of(rule.status().column(), 1)))
                == 1;
    }
}

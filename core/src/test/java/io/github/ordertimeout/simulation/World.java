package io.github.ordertimeout.simulation;

import io.github.ordertimeout.EnginePasses;
import io.github.ordertimeout.FoundPaymentHook;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.config.CompensationSettings;
import io.github.ordertimeout.config.HealthSettings;
import io.github.ordertimeout.config.ReleaseSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.config.TableSettings;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.memory.MemoryOrderStore;
import io.github.ordertimeout.memory.MemoryTransaction;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.simulation.Action.Temper;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Everything of one run: database, shop, nodes, and who watches them. */
final class World {
    /** What an engine looks up for its health alone is left out: seeds keep their meaning. */
    private static final HealthSettings HEALTH = new HealthSettings(3, Duration.ofMinutes(10), 100, false);

    static final CompensationSettings COMPENSATION = new CompensationSettings(Duration.ofSeconds(20), 3);
    /** A claim on what is owed lasts twenty seconds. */
    static final ReleaseSettings RELEASES = new ReleaseSettings(Duration.ofMillis(500), 4);

    private static final long SECOND = 1_000_000_000L;

    /** Makes the store of a node; the place where a deliberate bug comes in. */
    interface Stores {
        /** The store as it is. */
        Stores REAL = (node, store, listener) -> store;

        OrderStore of(Node node, MemoryOrderStore store, EngineListener listener);

        /** The rule as the engine takes it. */
        default Rule rule(Rule rule) {
            return rule;
        }

        /** The provider as the engine hears it. */
        default PaymentGateway gateway(PaymentGateway gateway) {
            return gateway;
        }

        /** The refunds as the engine orders them. */
        default RefundIssuer issuer(RefundIssuer issuer) {
            return issuer;
        }

        /** What late payments lead to. */
        default LatePaymentPolicy late(LatePaymentPolicy policy, RefundIssuer issuer) {
            return policy;
        }
    }

    private final Plan plan;
    private final Scheduler scheduler;
    private final Stores stores;
    private final Trace trace;
    private final MemoryDatabase database;
    private final Map<String, Temper> tempers;
    private final List<Node> nodes = new ArrayList<>();
    final Oracle oracle;
    final History history;
    final Shop shop;
    final CommitChecks commits;
    final SettleChecks settle;
    final EventChecks events;
    final Provider provider = new Provider();
    final PaymentChecks payments;
    final Warehouses warehouses;
    final BrakeChecks brake;
    final Checkout checkout;
    private final Faults faults;
    final ProviderCalls calls;

    World(Plan plan, Scheduler scheduler, Stores stores, Trace trace) {
        this.plan = plan;
        this.scheduler = scheduler;
        this.stores = stores;
        this.trace = trace;
        this.tempers = plan.tempers();
        this.database = new MemoryDatabase(plan.isolation());
        this.oracle = new Oracle(plan.rule());
        this.history = new History(database, this::now);
        this.payments = new PaymentChecks(plan, oracle, history, provider, this::now);
        this.checkout = new Checkout(this, scheduler, provider);
        this.shop = new Shop(plan, database, this::now, scheduler, payments::isPaidByGuard);
        this.faults = new Faults(plan, scheduler, history, trace);
        this.warehouses = new Warehouses(plan, history, faults, scheduler);
        this.brake = new BrakeChecks(plan);
        this.commits = new CommitChecks(plan, oracle, shop, payments, warehouses, brake);
        this.settle = new SettleChecks(plan, oracle, shop, history, commits, payments);
        this.events = new EventChecks(commits);
        this.calls = new ProviderCalls(plan, provider, payments, faults, scheduler);
        history.check(settle::check);
        history.check(events::check);
        history.check(payments::check);
        history.check(commits::check);
        history.check(warehouses::check);
        history.check(brake::check);
    }

    /** Opens the shop and lets every actor begin. */
    void begin() {
        Shop.createTables(database);
        MemoryOrderStore.on(database, this::now);
        shop.open();
        history.start();
        database.failAt(faults);
        for (int i = 0; i < plan.nodes().size(); i++) {
            Node node = new Node("node " + i, plan.nodes().get(i), this, scheduler);
            nodes.add(node);
            scheduler.spawn(node.name, (i + 1) * SECOND / 10, node, node::live);
            scheduler.spawn(node + " settles", (i + 5) * SECOND / 3, node, node::settle);
        }
        plan.actions().forEach(this::schedule);
    }

    private void schedule(Action action) {
        String name = action.kind() + " " + action.number();
        switch (action.kind()) {
            case CLOSE_NOW, ENGINE_CANCEL, PAUSE, RESUME ->
                node(action.amount())
                        .ifPresent(node ->
                                scheduler.spawn(node + " " + name, action.at(), node, () -> node.request(action)));
            case CRASH ->
                node(action.target())
                        .ifPresent(
                                node -> scheduler.spawn(name, action.at(), null, () -> node.crashIn(action.amount())));
            case BUY ->
                scheduler.spawn(
                        name,
                        action.at(),
                        node(action.purchase().begins()).orElse(null),
                        () -> checkout.buy(action, running()));
            default ->
                scheduler.spawn(name, action.at(), null, () -> {
                    Actor actor = scheduler.running();
                    if (trace.isOn() && actor != null) {
                        trace.add(actor, action.toString());
                    }
                    shop.perform(action);
                });
        }
    }

    private Optional<Node> node(long number) {
        return number >= 0 && number < nodes.size() ? Optional.of(nodes.get((int) number)) : Optional.empty();
    }

    /** Who acts now. */
    Actor running() {
        Actor actor = scheduler.running();
        if (actor == null) {
            throw new IllegalStateException("Nobody runs");
        }
        return actor;
    }

    List<Node> nodes() {
        return nodes;
    }

    Plan plan() {
        return plan;
    }

    Trace trace() {
        return trace;
    }

    boolean isStormy() {
        return faults.isStormy();
    }

    /** What is amiss for a while is mended before faults stop. */
    private boolean isMorning() {
        return scheduler.now() < plan.length() * 6 / 10;
    }

    /** The database's clock. */
    Instant now() {
        return plan.start().plusNanos(scheduler.now());
    }

    OrderTimeoutEngine engine(Node node) {
        long lag = node.plan.replicaLag();
        MemoryOrderStore primary = MemoryOrderStore.on(database, this::now);
        MemoryOrderStore store = lag == 0
                ? primary
                : primary.scanningReplica(() -> history.commitAt(now().minusSeconds(isStormy() ? lag : 0)));
        Supplier<Instant> clock = () -> now().plusSeconds(node.plan.skew());
        var builder = EnginePasses.repeatable(OrderTimeoutEngine.builder())
                .settings(new Settings(
                        true,
                        Map.of(RuleMaker.NAME, stores.rule(plan.rule())),
                        RELEASES,
                        COMPENSATION,
                        HEALTH,
                        TableSettings.DEFAULT,
                        List.of()))
                .store(new WatchedStore(
                        stores.of(node, store, node::heard),
                        closer ->
                                new WatchedCloser(closer, id -> settle.fault(id).isPresent(), this::rechecked)))
                .time(new NodeTime(clock, scheduler))
                .policy(policy())
                .refundIssuer(stores.issuer(calls))
                .latePaymentPolicy(stores.late(
                        plan.refundsLatePayments() ? LatePaymentPolicy.REFUND : LatePaymentPolicy.MANUAL, calls))
                .listener(node::heard);
        if (plan.payments().gateway()) {
            builder.paymentGateway(stores.gateway(calls));
        }
        if (plan.payments().hook()) {
            builder.foundPaymentHook(FoundPaymentHook.confirming());
        }
        warehouses.releasers().forEach(builder::releaser);
        return (plan.coupons() ? builder.releaser(new CouponReleaser()) : builder).build();
    }

    private void rechecked(CloseBatch batch) {
        payments.rechecked(running(), batch);
    }

    void heard(Node node, EngineEvent event) {
        Actor actor = scheduler.running();
        if (actor == null || event instanceof EngineEvent.PassEnded) {
            return;
        }
        if (trace.isOn()) {
            trace.add(actor, "tells " + event.getClass().getSimpleName());
        }
        events.heard(node, event);
        faults.call(actor);
        if (isStormy() && actor.random.nextInt(50) == 0) {
            throw new IllegalStateException("metrics away");
        }
    }

    private void call() {
        Actor actor = scheduler.running();
        if (actor != null) {
            faults.call(actor);
        }
    }

    private ClosePolicy policy() {
        return (order, context) -> {
            Temper temper = tempers.getOrDefault(order.id(), Temper.PLAIN);
            if (temper != Temper.PLAIN) {
                call();
            }
            return switch (temper) {
                case SKIPPED -> Verdict.skip("vip");
                case POLICY_THROWS -> throw new IllegalStateException("no rates for " + order.id());
                case DEFERRED -> isMorning() ? Verdict.defer("paying", now().plusSeconds(7)) : Verdict.close();
                default -> Verdict.close();
            };
        };
    }

    /** Gives an order's coupon back, in the closing transaction. */
    private final class CouponReleaser implements InventoryReleaser {
        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            call();
            String id = order.order().id();
            Temper temper = tempers.getOrDefault(id, Temper.PLAIN);
            if (temper == Temper.BAD_COUPON || (temper == Temper.BAD_COUPON_FOR_A_WHILE && isMorning())) {
                throw new IllegalStateException("no such coupon: " + id);
            }
            context.unwrap(MemoryTransaction.class)
                    .update("coupons", row -> row.key().equals(id), row -> Map.of("used", Shop.units(row, "used") - 1));
        }

        @Override
        public String releaseType() {
            return "coupon";
        }
    }

    private record NodeTime(Supplier<Instant> clock, Scheduler scheduler) implements TimeSource {
        @Override
        public long nanoTime() {
            return scheduler.now();
        }

        @Override
        public Instant now() {
            return clock.get();
        }
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.config.HealthSettings;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes orders whose time to pay has run out. Either driven by its own threads ({@link #start}, {@link #close}) or by whoever
 * calls {@link #runOnce}.
 *
 * <p>Thread-safe. Several engines on several nodes may work on the same tables: each order is closed once.
 */
public final class OrderTimeoutEngine implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    /** No rule's name: those are not blank. */
    private static final String COMPENSATION = " ";

    private final Map<String, RuleRunner> rules;
    private final OrderStore store;
    private final TimeSource time;
    private final EngineThreads threads;
    private final ThreadFactory kindOfThread;
    private final List<String> warnings;
    private final HealthSettings health;
    private final WorkWatch settling;
    private final OneOrder oneOrder;
    private final CompensationWork compensation;
    private final RemoteReleases remoteReleases;
    private final PaymentGuard guard;
    private final Map<String, EngineLoop> loops = new LinkedHashMap<>();
    private volatile CompensationCounts counts = CompensationCounts.NONE;
    private boolean closed;

    OrderTimeoutEngine(
            Map<String, RuleRunner> rules,
            OrderStore store,
            TimeSource time,
            EngineThreads threads,
            ThreadFactory kindOfThread,
            List<String> warnings,
            HealthSettings health,
            OneOrder oneOrder,
            CompensationWork compensation,
            RemoteReleases remoteReleases,
            PaymentGuard guard) {
        this.rules = new LinkedHashMap<>(rules);
        this.store = store;
        this.time = time;
        this.threads = threads;
        this.kindOfThread = kindOfThread;
        this.warnings = List.copyOf(warnings);
        this.health = health;
        this.settling = new WorkWatch(time);
        this.oneOrder = oneOrder;
        this.compensation = compensation;
        this.remoteReleases = remoteReleases;
        this.guard = guard;
    }

    /** Starts describing an engine. */
    public static EngineBuilder builder() {
        return new EngineBuilder();
    }

    /**
     * One full pass over every rule and over the due compensation work, on the caller's thread: over all orders, whatever shards
     * the engine's own passes work.
     */
    public PassReport runOnce() {
        return runOnce(Shard.WHOLE);
    }

    /**
     * The same over one part of each rule's orders: for a scheduler that hands a shard to each of its executors. Each order
     * belongs to exactly one of {@code shardTotal} shards, by the hash of its id, whatever {@code scan.shards} says. Every call
     * works off due compensation rows too: each row is claimed, so that calls at the same time share them.
     *
     * @param shardIndex from 0
     * @param shardTotal how many shards the scheduler hands out; 1 is the same as {@link #runOnce()}
     * @throws IllegalArgumentException if there is no such shard
     */
    public PassReport runOnce(int shardIndex, int shardTotal) {
        return runOnce(new Shard(shardIndex, shardTotal));
    }

    private PassReport runOnce(Shard shard) {
        long start = time.nanoTime();
        Instant now = store.now();
        Tallies tallies = new Tallies(now);
        settle(now, tallies);
        Map<String, RuleReport> passes = passes(false, shard, tallies);
        remoteReleases.await(threads.patience());
        // What the passes found to be done at once, a payment that was found for example.
        Tallies besides = new Tallies(now);
        settle(now, besides);
        passes.replaceAll((name, pass) -> pass.followedBy(besides.of(name)));
        PassReport report = report(start, passes);
        counts = report.compensation();
        return report;
    }

    /** What failed and is owed may be out of reach, of a read-only database for example: the passes go on all the same. */
    private void settle(Instant now, Tallies tallies) {
        try {
            compensation.run(now, tallies);
        } catch (RuntimeException e) {
            String fault = "the compensation rows could not be worked off: " + e.getMessage();
            log.warn("Passes go on, but {}", fault);
            log.debug("The failure:", e);
            rules.keySet().forEach(name -> tallies.of(name).fault(fault, false));
        }
    }

    /** What {@link #runOnce} would close now; writes nothing. */
    public PassReport plan() {
        long start = time.nanoTime();
        return report(start, passes(true, Shard.WHOLE, new Tallies(store.now())));
    }

    private Map<String, RuleReport> passes(boolean dryRun, Shard shard, Tallies tallies) {
        Map<String, RuleReport> reports = new LinkedHashMap<>();
        rules.forEach((name, runner) -> reports.put(name, runner.full(dryRun, shard, tallies.of(name))));
        return reports;
    }

    private PassReport report(long start, Map<String, RuleReport> passes) {
        return new PassReport(
                passes, store.compensations().counts(store.now()), Duration.ofNanos(time.nanoTime() - start));
    }

    /**
     * Starts the engine's own threads: one per rule and one for compensation. Passes go on until {@link #stop} or {@link #close}.
     *
     * @throws IllegalStateException if it runs already, or was closed
     */
    public synchronized void start() {
        if (closed || !loops.isEmpty()) {
            throw new IllegalStateException(
                    closed ? "This engine was closed; build a new one" : "This engine was started already");
        }
        if (rules.isEmpty()) {
            log.info("No rule is configured or the engine is disabled: nothing will be closed.");
            return;
        }
        rules.forEach((name, runner) -> loops.put(
                name,
                new EngineLoop(
                        "order-timeout-" + name,
                        () -> {
                            runner.next();
                            reviveLoops();
                        },
                        runner::untilNext,
                        runner::broken,
                        kindOfThread)));
        loops.put(
                COMPENSATION,
                new EngineLoop(
                        "order-timeout-compensation",
                        () -> {
                            compensate();
                            reviveLoops();
                        },
                        this::interval,
                        thrown -> {},
                        kindOfThread));
        rules.values().forEach(runner -> runner.watch().work().expected());
        settling.expected();
        loops.values().forEach(EngineLoop::start);
        threads.calls().execute(this::examine);
    }

    private Duration interval() {
        return rules.values().stream()
                .map(runner -> runner.parts().rule().scan().interval())
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** A thread that died cannot look after itself; the others do, each after its own work. */
    private void reviveLoops() {
        loopsByName().values().forEach(EngineLoop::revive);
    }

    private synchronized Map<String, EngineLoop> loopsByName() {
        return Map.copyOf(loops);
    }

    /**
     * How the work goes on this node, as its passes left it. Asks nothing of the database, waits for no pass, and may be called at
     * any moment, from any thread.
     */
    public EngineStatus status() {
        Map<String, EngineLoop> running = loopsByName();
        Map<String, RuleStatus> all = new LinkedHashMap<>();
        rules.forEach((name, runner) -> all.put(name, runner.watch().status(state(running, name), runner.planned())));
        CompensationStatus compensating = new CompensationStatus(
                interval(),
                state(running, COMPENSATION),
                settling.runningFor(),
                settling.quietFor(),
                settling.lastFinished(),
                settling.lastFailure(),
                settling.failedInARow(),
                counts);
        return new EngineStatus(time.now(), state(running), Overlooking.perTable(all), compensating);
    }

    private synchronized LoopState state(Map<String, EngineLoop> running) {
        if (closed) {
            return LoopState.STOPPED;
        }
        if (running.isEmpty()) {
            return LoopState.NOT_STARTED;
        }
        return running.values().stream().anyMatch(loop -> loop.state() == LoopState.DIED)
                ? LoopState.DIED
                : LoopState.ALIVE;
    }

    private static LoopState state(Map<String, EngineLoop> running, String name) {
        EngineLoop loop = running.get(name);
        return loop == null ? LoopState.NOT_STARTED : loop.state();
    }

    /** Whether the engine does its work, by {@link #status} and the limits of {@code health}. */
    public EngineHealth health() {
        return HealthJudge.judge(status(), health);
    }

    /** Once, beside the first passes: the scan that no index serves is named before the table has grown. */
    private void examine() {
        try {
            store.examine(rules.values().stream()
                            .map(runner -> runner.parts().rule())
                            .toList())
                    .forEach(finding -> log.warn("{} {}", finding.message(), finding.advice()));
        } catch (RuntimeException e) {
            log.debug("Rules and tables could not be examined.", e);
        }
    }

    /** Begins no further pass, waits until those under way have ended, {@code 30 s} at most in all. Idempotent. */
    @Override
    public void close() {
        close(threads.patience());
    }

    /** The same, within this time. */
    public void close(Duration limit) {
        synchronized (this) {
            closed = true;
        }
        long deadline = time.nanoTime() + limit.toNanos();
        try {
            endPasses(deadline);
            if (!threads.shutdown(until(deadline))) {
                log.warn("A closing batch is still under way after {} s.", limit.toSeconds());
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Begins no further pass and waits until those under way have ended, so long at most. What callers ask of the engine goes on
     * working, and it may be started again. Idempotent.
     */
    public void stop(Duration limit) {
        try {
            endPasses(time.nanoTime() + limit.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void endPasses(long deadline) throws InterruptedException {
        List<EngineLoop> running;
        synchronized (this) {
            running = new ArrayList<>(loops.values());
            loops.clear();
        }
        running.forEach(EngineLoop::stop);
        for (EngineLoop loop : running) {
            loop.join(until(deadline));
        }
        remoteReleases.await(until(deadline));
    }

    private Duration until(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - time.nanoTime()));
    }

    /**
     * Tells the engine that an order was made which runs out then. Only where the next pass would come too late is it brought
     * forward, so that this may be called for every order. To be called after the order's commit: one that ran out meanwhile is met
     * by the pass that this brings forward.
     */
    public void orderCreated(Instant dueAt) {
        Map<String, EngineLoop> running = loopsByName();
        rules.forEach((name, runner) -> {
            EngineLoop loop = running.get(name);
            if (loop != null && runner.wouldMiss(dueAt)) {
                runner.expect(dueAt);
                if (!runner.isBound(dueAt)) {
                    loop.wake();
                }
            }
        });
    }

    /** Closes one order as a pass would, with every check. */
    public CloseAnswer closeNow(String idOrNumber) {
        return oneOrder.closeNow(idOrNumber, store.now());
    }

    /**
     * Closes one order for a person, with the same releases and every check but policies and due time.
     *
     * @throws AmbiguousOrderException if the id or number means several open orders
     * @throws io.github.ordertimeout.order.OrderTimeoutException if the close failed
     */
    public CloseAnswer cancel(String idOrNumber, String reason, String actor) {
        return oneOrder.cancel(idOrNumber, reason, actor, store.now());
    }

    /** The shop's door for payments, over every rule whose {@code payment-check} is on. */
    public PaymentGuard guard() {
        return guard;
    }

    /** Why this order is or is not closed, under every rule that knows it; empty where none does. */
    public List<Explanation> explain(String idOrNumber) {
        return oneOrder.explain(idOrNumber, store.now());
    }

    /** The compensation table after that row number, oldest first. */
    public List<CompensationRow> compensations(long afterRow, int limit) {
        CompensationStore rows = store.compensations();
        return rows.list(afterRow, limit);
    }

    /** Lets a rule close nothing, on any node, until {@link #resume}; it goes on counting. */
    public void pause(String rule, String reason) {
        new Brake(runner(rule).parts()).pause(reason);
        runner(rule).lookCloser();
    }

    /**
     * Ends a pause, and releases a safety brake that has tripped: what is overdue now may be closed.
     *
     * @return whether there was any
     * @throws IllegalArgumentException if there is no such rule
     */
    public boolean resume(String rule) {
        boolean resumed = new Brake(runner(rule).parts()).resume();
        runner(rule).lookCloser();
        return resumed;
    }

    /**
     * Lets a row of the compensation table be tried at once, whatever its backoff.
     *
     * @return false where there is no such row, or somebody works on it now
     */
    public boolean retry(long row) {
        return store.compensations().due(row, store.now());
    }

    /** The same for all rows of a kind, or for all rows; yields how many. */
    public long retryAll(Optional<CompensationKind> kind) {
        return store.compensations().due(kind, store.now());
    }

    /**
     * Takes a row out of the compensation table, for good: what it stands for is somebody's own work from now on.
     *
     * @return false where there is no such row
     */
    public boolean discard(long row) {
        boolean discarded = store.compensations().discard(row);
        if (discarded) {
            log.warn("Compensation row {} was discarded.", row);
        }
        return discarded;
    }

    /** Works off the compensation rows that are due, on the caller's thread; passes do so as well. */
    public CompensationCounts compensate() {
        settling.begun();
        try {
            Instant now = store.now();
            compensation.run(now, new Tallies(now));
            counts = store.compensations().counts(store.now());
            settling.finished();
            return counts;
        } catch (Throwable thrown) {
            settling.failed(String.valueOf(thrown.getMessage()));
            throw thrown;
        }
    }

    RuleRunner runner(String rule) {
        RuleRunner runner = rules.get(rule);
        if (runner == null) {
            throw new IllegalArgumentException("No rule " + rule + "; there are " + rules.keySet());
        }
        return runner;
    }

    /** What should be known of the configuration, one sentence each. */
    public List<String> warnings() {
        return warnings;
    }
}

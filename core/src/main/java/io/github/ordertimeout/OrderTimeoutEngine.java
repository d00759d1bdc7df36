package io.github.ordertimeout;

import io.github.ordertimeout.config.HealthSettings;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
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
    private final Sites sites;
    private final TimeSource time;
    private final EngineThreads threads;
    private final EngineLoops loops;
    private final List<String> warnings;
    private final HealthSettings health;
    private final OneOrder oneOrder;
    private final PaymentGuard guard;

    OrderTimeoutEngine(
            Sites sites,
            TimeSource time,
            EngineThreads threads,
            ThreadFactory kindOfThread,
            List<String> warnings,
            HealthSettings health,
            OneOrder oneOrder,
            PaymentGuard guard) {
        this.sites = sites;
        this.time = time;
        this.threads = threads;
        this.loops = new EngineLoops(sites, threads, kindOfThread);
        this.warnings = List.copyOf(warnings);
        this.health = health;
        this.oneOrder = oneOrder;
        this.guard = guard;
    }

    /** Starts describing an engine. */
    public static EngineBuilder builder() {
        return new EngineBuilder();
    }

    /**
     * One full pass over every rule and over the due compensation work, on the caller's thread: over all orders, whatever shards
     * the engine's own passes work. Several data sources are worked at the same time, each on a thread of its own; it ends with the
     * slowest, and one that fails is in the report.
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
        return report(start, sites.each(threads.calls(), site -> runOnce(site.open(), shard)));
    }

    private Map<String, RuleReport> runOnce(SiteWork site, Shard shard) {
        Instant now = site.store().now();
        Tallies tallies = new Tallies(now);
        settle(site, now, tallies);
        Map<String, RuleReport> passes = passes(site, false, shard, tallies);
        site.remoteReleases().await(threads.patience());
        // What the passes found to be done at once, a payment that was found for example.
        Tallies besides = new Tallies(now);
        settle(site, now, besides);
        passes.replaceAll((name, pass) -> pass.followedBy(besides.of(name)));
        return passes;
    }

    /** What failed and is owed may be out of reach, of a read-only database for example: the passes go on all the same. */
    private static void settle(SiteWork site, Instant now, Tallies tallies) {
        try {
            site.compensation().run(now, tallies);
        } catch (RuntimeException e) {
            String fault = "the compensation rows could not be worked off: " + e.getMessage();
            log.warn("Passes go on, but {}", fault);
            log.debug("The failure:", e);
            site.rules().keySet().forEach(name -> tallies.of(name).fault(fault, false));
        }
    }

    /** What {@link #runOnce} would close now; writes nothing. */
    public PassReport plan() {
        long start = time.nanoTime();
        return report(start, sites.each(threads.calls(), site -> {
            SiteWork open = site.open();
            return passes(open, true, Shard.WHOLE, new Tallies(open.store().now()));
        }));
    }

    private static Map<String, RuleReport> passes(SiteWork site, boolean dryRun, Shard shard, Tallies tallies) {
        Map<String, RuleReport> reports = new LinkedHashMap<>();
        site.rules().forEach((name, runner) -> reports.put(name, runner.full(dryRun, shard, tallies.of(name))));
        return reports;
    }

    private PassReport report(long start, Map<String, RuleReport> passes) {
        return new PassReport(passes, sites.countAgain(), Duration.ofNanos(time.nanoTime() - start));
    }

    /**
     * Starts the engine's own threads: one per rule, or physical shard of one, and one per data source for compensation. Passes go on until {@link #stop} or {@link #close}.
     *
     * @throws IllegalStateException if it runs already, or was closed
     */
    public void start() {
        loops.start();
    }

    /**
     * How the work goes on this node, as its passes left it. Asks nothing of the database, waits for no pass, and may be called at
     * any moment, from any thread.
     */
    public EngineStatus status() {
        EngineLoops.Current current = loops.now();
        Map<String, RuleStatus> all = new LinkedHashMap<>();
        sites.rules()
                .forEach((name, site) -> all.put(
                        name,
                        site.work()
                                .map(open -> open.rules().get(name))
                                .map(runner -> runner.watch()
                                        .status(
                                                current.ofRule(name),
                                                runner.wakes().planned()))
                                .orElseGet(() -> site.away(name, current.ofReaching(site)))));
        return new EngineStatus(
                time.now(),
                current.state(),
                Overlooking.perTable(all),
                sites.compensationStatus(current::ofCompensation));
    }

    /** Whether the engine does its work, by {@link #status} and the limits of {@code health}. */
    public EngineHealth health() {
        return HealthJudge.judge(status(), health);
    }

    /** Begins no further pass, waits until those under way have ended, {@code 30 s} at most in all. Idempotent. */
    @Override
    public void close() {
        close(threads.patience());
    }

    /** The same, within this time. */
    public void close(Duration limit) {
        loops.close();
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
        loops.end(() -> until(deadline));
        sites.opened().forEach(site -> site.remoteReleases().await(until(deadline)));
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
        loops.orderCreated(dueAt);
    }

    /** Closes one order as a pass would, with every check. */
    public CloseAnswer closeNow(String idOrNumber) {
        return oneOrder.closeNow(idOrNumber);
    }

    /**
     * Closes one order for a person, with the same releases and every check but policies and due time.
     *
     * @throws AmbiguousOrderException if the id or number means several open orders
     * @throws io.github.ordertimeout.order.OrderTimeoutException if the close failed
     */
    public CloseAnswer cancel(String idOrNumber, String reason, String actor) {
        return oneOrder.cancel(idOrNumber, reason, actor);
    }

    /** The shop's door for payments, over every rule whose {@code payment-check} is on. */
    public PaymentGuard guard() {
        return guard;
    }

    /** Why this order is or is not closed, under every rule that knows it; empty where none does. */
    public List<Explanation> explain(String idOrNumber) {
        return oneOrder.explain(idOrNumber);
    }

    /**
     * The compensation table after that row number, oldest first. Each data source has its own table: of several, rows of one number
     * stand together, and there may be more than {@code limit} of them so that none is missed.
     */
    public List<CompensationRow> compensations(long afterRow, int limit) {
        return sites.compensations(afterRow, limit);
    }

    /** Lets a rule close nothing, on any node, until {@link #resume}; it goes on counting. Of a rule with shards, all of them. */
    public void pause(String rule, String reason) {
        runners(rule).forEach(runner -> new Brake(runner.parts()).pause(reason));
    }

    /**
     * Ends a pause, and releases a safety brake that has tripped: what is overdue now may be closed.
     *
     * @param rule its name; that of a rule with physical shards means all of them, {@code unpaid@ds0.orders_07} one
     * @return whether there was any
     * @throws IllegalArgumentException if there is no such rule
     */
    public boolean resume(String rule) {
        boolean any = false;
        for (RuleRunner runner : runners(rule)) {
            any |= new Brake(runner.parts()).resume();
        }
        return any;
    }

    /**
     * Lets a row of the compensation table be tried at once, whatever its backoff.
     *
     * @return false where there is no such row, or somebody works on it now
     * @throws OrderTimeoutException if several data sources have a row of that number
     */
    public boolean retry(long row) {
        return retry(sites.withRow(row), row);
    }

    /** The same in one data source, by its name. */
    public boolean retry(String dataSource, long row) {
        return retry(Optional.of(sites.named(dataSource).reached()), row);
    }

    private static boolean retry(Optional<SiteWork> site, long row) {
        return site.filter(open ->
                        open.store().compensations().due(row, open.store().now()))
                .isPresent();
    }

    /** The same for all rows of a kind, or for all rows; yields how many. */
    public long retryAll(Optional<CompensationKind> kind) {
        return sites.opened().stream()
                .mapToLong(site ->
                        site.store().compensations().due(kind, site.store().now()))
                .sum();
    }

    /**
     * Takes a row out of the compensation table, for good: what it stands for is somebody's own work from now on.
     *
     * @return false where there is no such row
     * @throws OrderTimeoutException if several data sources have a row of that number
     */
    public boolean discard(long row) {
        return discard(sites.withRow(row), row);
    }

    /** The same in one data source, by its name. */
    public boolean discard(String dataSource, long row) {
        return discard(Optional.of(sites.named(dataSource).reached()), row);
    }

    private static boolean discard(Optional<SiteWork> site, long row) {
        boolean discarded =
                site.filter(open -> open.store().compensations().discard(row)).isPresent();
        if (discarded) {
            log.warn("Compensation row {} was discarded.", row);
        }
        return discarded;
    }

    /** Works off the compensation rows that are due, on the caller's thread; passes do so as well. */
    public CompensationCounts compensate() {
        return sites.opened().stream()
                .map(SiteWork::compensate)
                .reduce(Sites::sum)
                .orElse(CompensationCounts.NONE);
    }

    RuleRunner runner(String rule) {
        return runners(rule).get(0);
    }

    private List<RuleRunner> runners(String rule) {
        List<RuleRunner> runners = sites.runners(rule);
        if (runners.isEmpty()) {
            throw new IllegalArgumentException(
                    "No rule " + rule + "; there are " + sites.rules().keySet());
        }
        return runners;
    }

    /** What should be known of the configuration, one sentence each. */
    public List<String> warnings() {
        return warnings;
    }
}

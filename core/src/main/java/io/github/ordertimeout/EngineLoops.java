package io.github.ordertimeout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What drives an engine by itself: a loop for each rule, one for the compensation work of each data source, and one for each data
 * source that is not reached yet.
 *
 * <p>Thread-safe.
 */
final class EngineLoops {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    /** No rule's name: those are not blank. */
    private static final String COMPENSATION = " ";
    /** Nor this one. */
    private static final String REACHING = "  ";

    private final Sites sites;
    private final EngineThreads threads;
    private final ThreadFactory kindOfThread;
    private final Random jitter = new Random();
    private final Map<String, EngineLoop> loops = new LinkedHashMap<>();
    private boolean running;
    private boolean closed;

    EngineLoops(Sites sites, EngineThreads threads, ThreadFactory kindOfThread) {
        this.sites = sites;
        this.threads = threads;
        this.kindOfThread = kindOfThread;
    }

    /**
     * Begins all of them.
     *
     * @throws IllegalStateException if they run already, or were closed
     */
    synchronized void start() {
        if (closed || running) {
            throw new IllegalStateException(
                    closed ? "This engine was closed; build a new one" : "This engine was started already");
        }
        if (sites.isEmpty()) {
            log.info("No rule is configured or the engine is disabled: nothing will be closed.");
            return;
        }
        running = true;
        for (Site site : sites.all()) {
            site.work().ifPresentOrElse(open -> start(site, open), () -> startReaching(site));
        }
    }

    private synchronized void start(Site site, SiteWork open) {
        if (!running) {
            return;
        }
        List<EngineLoop> begun = new ArrayList<>();
        open.rules().forEach((name, runner) -> {
            begun.add(
                    loop(name, "order-timeout-" + name, runner::next, () -> runner.untilNext(jitter), runner::broken));
            runner.watch().work().expected();
        });
        begun.add(loop(
                COMPENSATION + site.dataSource(),
                "order-timeout-compensation" + (site.dataSource().isEmpty() ? "" : "-" + site.dataSource()),
                open::compensate,
                () -> sites.interval(site),
                thrown -> {}));
        open.settling().expected();
        begun.forEach(EngineLoop::start);
        threads.calls().execute(() -> examine(open));
    }

    private EngineLoop loop(
            String key, String name, Runnable work, Supplier<Duration> untilNext, Consumer<Throwable> onFailure) {
        EngineLoop loop = new EngineLoop(
                name,
                () -> {
                    work.run();
                    revive();
                },
                untilNext,
                onFailure,
                kindOfThread);
        loops.put(key, loop);
        return loop;
    }

    /** Tries at each interval; what is reached begins to work. */
    private void startReaching(Site site) {
        String key = REACHING + site.dataSource();
        site.reaching().expected();
        loop(
                        key,
                        "order-timeout-reaching-" + site.dataSource(),
                        () -> {
                            if (site.tryToOpen()) {
                                reached(site, key);
                            }
                        },
                        () -> sites.interval(site),
                        thrown -> {})
                .start();
    }

    private synchronized void reached(Site site, String key) {
        EngineLoop reaching = loops.remove(key);
        if (reaching != null) {
            reaching.stop();
            log.info("Data source {} is reached; its rules begin.", site.dataSource());
            site.reached().warnings().forEach(warning -> log.warn("{}", warning));
            start(site, site.reached());
        }
    }

    /** A thread that died cannot look after itself; the others do, each after its own work. */
    private void revive() {
        now().loops().values().forEach(EngineLoop::revive);
    }

    /** Once, beside the first passes: the scan that no index serves is named before the table has grown. */
    private static void examine(SiteWork site) {
        try {
            site.store()
                    .examine(site.rules().values().stream()
                            .map(runner -> runner.parts().rule())
                            .toList())
                    .forEach(finding -> log.warn("{} {}", finding.message(), finding.advice()));
        } catch (RuntimeException e) {
            log.debug("Rules and tables could not be examined.", e);
        }
    }

    /** Wakes the loops of rules whose next pass would miss an order that runs out then. */
    void orderCreated(Instant dueAt) {
        Map<String, EngineLoop> current = now().loops();
        sites.opened()
                .forEach(site -> site.rules().forEach((name, runner) -> {
                    EngineLoop loop = current.get(name);
                    if (loop != null && runner.wakes().wouldMiss(dueAt)) {
                        runner.expect(dueAt);
                        if (!runner.wakes().isBound(dueAt)) {
                            loop.wake();
                        }
                    }
                }));
    }

    /** None begins any more, ever. */
    synchronized void close() {
        closed = true;
    }

    /**
     * Stops all of them, and waits until the passes under way have ended.
     *
     * @param left how much longer, asked before each wait
     */
    void end(Supplier<Duration> left) throws InterruptedException {
        List<EngineLoop> ending;
        synchronized (this) {
            running = false;
            ending = new ArrayList<>(loops.values());
            loops.clear();
        }
        ending.forEach(EngineLoop::stop);
        for (EngineLoop loop : ending) {
            loop.join(left.get());
        }
    }

    /** Which there are at this moment. */
    synchronized Current now() {
        return new Current(Map.copyOf(loops), closed);
    }

    /** The loops of one moment, by their keys. */
    record Current(Map<String, EngineLoop> loops, boolean closed) {
        /** Of all together. */
        LoopState state() {
            if (closed) {
                return LoopState.STOPPED;
            }
            if (loops.isEmpty()) {
                return LoopState.NOT_STARTED;
            }
            return loops.values().stream().anyMatch(loop -> loop.state() == LoopState.DIED)
                    ? LoopState.DIED
                    : LoopState.ALIVE;
        }

        LoopState ofRule(String name) {
            return of(name);
        }

        LoopState ofReaching(Site site) {
            return of(REACHING + site.dataSource());
        }

        LoopState ofCompensation(Site site) {
            return of(COMPENSATION + site.dataSource());
        }

        private LoopState of(String key) {
            EngineLoop loop = loops.get(key);
            return loop == null ? LoopState.NOT_STARTED : loop.state();
        }
    }
}

package io.github.ordertimeout.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.ordertimeout.BuildSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.LoggerFactory;

/** Runs many seeds, on as many threads as there are processors, and stops at the first that breaks a promise. */
final class Seeds implements AutoCloseable {
    /**
     * What the seeds showed.
     *
     * @param seeds how many were run
     * @param steps steps of all of them
     * @param closes closes of all of them
     * @param failing the lowest seed found that broke a promise
     * @param failure its story
     */
    record Summary(long seeds, long steps, long closes, Optional<Long> failing, Optional<String> failure) {
        @Override
        public String toString() {
            return "Simulation: " + seeds + " seeds, " + steps + " steps, " + closes + " closes, "
                    + failing.map(seed -> "seed " + seed + " broke a promise").orElse("no promise broken");
        }
    }

    private static final String LOGGERS = "io.github.ordertimeout";

    private final ExecutorService threads = Executors.newCachedThreadPool(runnable -> {
        Thread thread = new Thread(runnable, "simulation");
        thread.setDaemon(true);
        return thread;
    });
    private final World.Stores stores;
    private final Level level;

    Seeds(World.Stores stores) {
        this.stores = stores;
        this.level = logger().getLevel();
        logger().setLevel(Level.OFF);
    }

    /** As many as the system properties say. */
    Summary run() {
        Long only = Long.getLong("simulation.seed");
        long count = only != null ? 1 : Long.getLong("simulation.seeds", BuildSize.of(500, 20_000));
        return run(only != null ? only : 1, count);
    }

    /** That many from the first on, or fewer where one breaks a promise; the lowest such seed is told with its story. */
    Summary run(long first, long count) {
        Summary summary = search(first, count);
        Optional<String> story = summary.failing().map(seed -> Story.of(simulation(), seed));
        return new Summary(summary.seeds(), summary.steps(), summary.closes(), summary.failing(), story);
    }

    Simulation simulation() {
        return new Simulation(threads, stores);
    }

    /** The same without a story. */
    Summary search(long first, long count) {
        AtomicLong next = new AtomicLong(first);
        AtomicLong failing = new AtomicLong(Long.MAX_VALUE);
        AtomicLong run = new AtomicLong();
        AtomicLong steps = new AtomicLong();
        AtomicLong closes = new AtomicLong();
        List<Future<?>> workers = new ArrayList<>();
        for (int i = 0; i < Math.max(1, Runtime.getRuntime().availableProcessors()); i++) {
            workers.add(threads.submit(() -> {
                for (long seed = next.getAndIncrement();
                        seed < first + count && seed < failing.get();
                        seed = next.getAndIncrement()) {
                    Simulation.Result result = simulation().run(PlanMaker.of(seed));
                    run.incrementAndGet();
                    steps.addAndGet(result.steps());
                    closes.addAndGet(result.closes());
                    if (result.violation() != null) {
                        failing.accumulateAndGet(seed, Math::min);
                    }
                }
            }));
        }
        workers.forEach(Seeds::await);
        Optional<Long> found = Optional.of(failing.get()).filter(seed -> seed < Long.MAX_VALUE);
        return new Summary(run.get(), steps.get(), closes.get(), found, Optional.empty());
    }

    private static void await(Future<?> worker) {
        try {
            worker.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(LOGGERS);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        logger().setLevel(level);
    }
}

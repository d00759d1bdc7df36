package io.github.ordertimeout.simulation;

import java.util.List;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Runs plans. */
final class Simulation {
    /**
     * How a run ended.
     *
     * @param violation the promise that was broken; null where all were kept
     * @param steps how many steps were taken
     * @param closes how many closes were committed
     * @param trace the steps, where they were recorded
     */
    record Result(@Nullable Violation violation, int steps, int closes, List<String> trace) {}

    private final ExecutorService threads;
    private final World.Stores stores;

    Simulation(ExecutorService threads, World.Stores stores) {
        this.threads = threads;
        this.stores = stores;
    }

    Result run(Plan plan) {
        return run(plan, false);
    }

    Result run(Plan plan, boolean traced) {
        Scheduler scheduler = new Scheduler(threads, plan.seed());
        Trace trace = new Trace(traced, scheduler);
        World world = new World(plan, scheduler, stores, trace);
        Throwable thrown;
        try {
            world.begin();
            thrown = scheduler.run();
            if (thrown == null) {
                thrown = new Evening(world, scheduler).run();
            }
        } catch (RuntimeException | AssertionError e) {
            thrown = e;
        }
        return new Result(
                violation(thrown), scheduler.steps(), world.commits.allCloses().size(), trace.lines());
    }

    private static @Nullable Violation violation(@Nullable Throwable thrown) {
        if (thrown == null || thrown instanceof Violation) {
            return (Violation) thrown;
        }
        Violation violation = new Violation(5, "something threw that nothing may throw: " + thrown);
        violation.initCause(thrown);
        return violation;
    }
}

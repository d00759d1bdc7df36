package io.github.ordertimeout;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Does what the engine's own loops do, one step at a time and on the caller's thread. */
public final class EnginePasses {
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final RuleRunner runner;
    private final OrderTimeoutEngine engine;

    public EnginePasses(OrderTimeoutEngine engine, String rule) {
        this.runner = engine.runner(rule);
        this.engine = engine;
    }

    /**
     * Lets the engine call the payment side on the caller's thread, and wait without any ± 20 %, so that a run can be repeated.
     * What a call throws that is no exception ends the caller, as the end of its process would.
     */
    public static EngineBuilder repeatable(EngineBuilder builder) {
        return builder.threads(
                closing -> new EngineThreads(new OnCallersThread(), new OnCallersThread(), Duration.ZERO),
                new Random() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public double nextDouble() {
                        return 0.5;
                    }
                });
    }

    private static final class OnCallersThread extends AbstractExecutorService {
        @Override
        public <T> Future<T> submit(Callable<T> call) {
            try {
                return CompletableFuture.completedFuture(call.call());
            } catch (Exception e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        @Override
        public void execute(Runnable work) {
            work.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    /** Works off the compensation rows that are due. */
    public void compensate() {
        engine.compensate();
    }

    /** The pass that is due and how long the loop would sleep after it; what it throws is told and swallowed. */
    public Duration loop(Consumer<RuleReport> reports) {
        try {
            reports.accept(runner.next());
            return runner.untilNext();
        } catch (RuntimeException e) {
            runner.broken(e);
            return AFTER_FAILURE;
        }
    }
}

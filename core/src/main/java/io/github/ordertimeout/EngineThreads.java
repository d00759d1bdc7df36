package io.github.ordertimeout;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one engine, beside those of its loops.
 *
 * @param closing closes batches; as many as the rules' {@code close.threads} together
 * @param calls calls the payment side; as many as its callers need, since they bound the calls themselves
 * @param patience how long one run, or the end, waits for what was begun
 */
record EngineThreads(ExecutorService closing, ExecutorService calls, Duration patience) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static EngineThreads of(int closingThreads) {
        return of(closingThreads, Thread::new);
    }

    /** On threads of this kind. */
    static EngineThreads of(int closingThreads, ThreadFactory kind) {
        return new EngineThreads(
                new CarryingThreads(
                        Executors.newFixedThreadPool(Math.max(1, closingThreads), named("order-timeout-close", kind))),
                new CarryingThreads(Executors.newCachedThreadPool(named("order-timeout-call", kind))),
                PATIENCE);
    }

    static ThreadFactory named(String name, ThreadFactory kind) {
        return runnable -> {
            Thread thread = kind.newThread(runnable);
            thread.setName(name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Interrupts everything. */
    void shutdownNow() {
        closing.shutdownNow();
        calls.shutdownNow();
    }

    /** Waits for batches under way; calls that hang are left behind. */
    boolean shutdown(Duration limit) throws InterruptedException {
        closing.shutdown();
        calls.shutdownNow();
        return closing.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}

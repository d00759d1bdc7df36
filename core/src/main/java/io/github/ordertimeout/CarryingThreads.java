package io.github.ordertimeout;

import io.github.ordertimeout.log.LogContext;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Threads whose log lines say what the work is about that was handed to them. */
final class CarryingThreads extends AbstractExecutorService {
    private final ExecutorService threads;

    CarryingThreads(ExecutorService threads) {
        this.threads = threads;
    }

    @Override
    public void execute(Runnable work) {
        threads.execute(LogContext.carriedBy(work));
    }

    @Override
    public void shutdown() {
        threads.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return threads.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return threads.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return threads.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return threads.awaitTermination(timeout, unit);
    }
}

package io.github.ordertimeout;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Runs the closing batches of one pass: on the caller's thread where one thread is configured, else on that many, while the
 * scan goes on. Used by one thread.
 */
final class BatchRunner {
    private final @Nullable ExecutorService executor;
    private final int threads;
    private final Deque<Future<?>> running = new ArrayDeque<>();

    private BatchRunner(@Nullable ExecutorService executor, int threads) {
        this.executor = executor;
        this.threads = threads;
    }

    static BatchRunner inline() {
        return new BatchRunner(null, 1);
    }

    static BatchRunner parallel(ExecutorService executor, int threads) {
        return new BatchRunner(executor, threads);
    }

    /** Runs the batch, at once or soon; waits where as many are under way as there are threads. */
    void submit(Runnable batch) {
        if (executor == null) {
            batch.run();
            return;
        }
        while (running.size() >= threads) {
            await(running.removeFirst());
        }
        running.addLast(executor.submit(batch));
    }

    /** Waits for the batches under way and throws on what one of them threw. */
    void finish() {
        RuntimeException first = null;
        while (!running.isEmpty()) {
            try {
                await(running.removeFirst());
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static void await(Future<?> batch) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    batch.get();
                    return;
                } catch (InterruptedException e) {
                    // A batch that has begun is finished: its commit must not be left in doubt.
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException runtime) {
                throw runtime;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

package io.github.ordertimeout;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Work that is done soon, a bounded number at a time, on threads that others use as well. Thread-safe. */
final class WaitingLine {
    private final Executor threads;
    private final int atOnce;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private CompletableFuture<Boolean> idle = CompletableFuture.completedFuture(true);
    private int working;

    WaitingLine(Executor threads, int atOnce) {
        this.threads = threads;
        this.atOnce = atOnce;
    }

    /** How many more may wait where so many rounds of work are enough. */
    synchronized int room(int rounds) {
        return rounds * atOnce - waiting.size();
    }

    void add(Runnable work) {
        synchronized (this) {
            waiting.add(work);
            if (working == atOnce) {
                return;
            }
            started();
        }
        try {
            threads.execute(this::workOff);
        } catch (RejectedExecutionException e) {
            // The engine is closing: what waits comes back by its row.
            stopped();
        }
    }

    private void workOff() {
        boolean done = false;
        try {
            for (Runnable next = next(); next != null; next = next()) {
                next.run();
            }
            done = true;
        } finally {
            if (!done) {
                // What was thrown goes to the thread's handler; who waits for the others must not wait for this.
                stopped();
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable next = waiting.poll();
        if (next == null) {
            stopped();
        }
        return next;
    }

    /** Waits until nothing waits or is worked on, so long at most. */
    void await(Duration limit) {
        CompletableFuture<Boolean> until;
        synchronized (this) {
            until = idle;
        }
        try {
            until.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException e) {
            // What is left comes back by its row.
        }
    }

    private synchronized void started() {
        if (working == 0) {
            idle = new CompletableFuture<>();
        }
        working++;
    }

    private synchronized void stopped() {
        working--;
        if (working == 0) {
            idle.complete(true);
        }
    }
}

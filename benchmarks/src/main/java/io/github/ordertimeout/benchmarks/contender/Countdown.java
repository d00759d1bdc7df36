package io.github.ordertimeout.benchmarks.contender;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Waits until as many orders were closed as there were jobs. */
final class Countdown {
    private static final long LONGEST_MINUTES = 20;

    private final CountDownLatch left;
    private final AtomicLong closed = new AtomicLong();

    Countdown(int jobs) {
        this.left = new CountDownLatch(jobs);
    }

    void done(boolean wasClosed) {
        if (wasClosed) {
            closed.incrementAndGet();
        }
        left.countDown();
    }

    long await() {
        try {
            if (!left.await(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalStateException(
                        left.getCount() + " jobs did not run within " + LONGEST_MINUTES + " min");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return closed.get();
    }
}

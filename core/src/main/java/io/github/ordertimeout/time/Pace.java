package io.github.ordertimeout.time;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Lets through at most so many steps a second, without a burst after a rest. Thread-safe. */
public final class Pace {
    private final int maxPerSecond;
    private final TimeSource time;
    private long nextFree;
    private boolean begun;

    /** So many a second; 0: no limit. */
    public Pace(int maxPerSecond, TimeSource time) {
        this.maxPerSecond = maxPerSecond;
        this.time = time;
    }

    /** How many of so many steps may be taken at once. */
    public int atOnce(int wanted) {
        return maxPerSecond == 0 ? wanted : Math.min(wanted, maxPerSecond);
    }

    /** Whether the next step has to wait. */
    public synchronized boolean mustWait() {
        return begun && nextFree - time.nanoTime() > 0;
    }

    /**
     * Waits until these steps may be taken together.
     *
     * @return false where the thread was interrupted meanwhile: then they may not
     */
    public boolean await(int steps) {
        if (maxPerSecond == 0) {
            return true;
        }
        long wait;
        synchronized (this) {
            long now = time.nanoTime();
            long free = begun && nextFree - now > 0 ? nextFree : now;
            wait = free - now;
            nextFree = free + TimeUnit.SECONDS.toNanos(1) * steps / maxPerSecond;
            begun = true;
        }
        try {
            if (wait > 0) {
                time.sleep(Duration.ofNanos(wait));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

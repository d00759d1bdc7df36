package io.github.ordertimeout.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * The process's own clocks. Whether an order is due is never decided by these: that is the database's clock. They pace,
 * measure and stamp log lines.
 *
 * <p>Thread-safe.
 */
public interface TimeSource {
    /** Monotonic nanoseconds, for durations only. */
    long nanoTime();

    /** Wall clock of this process, for log lines and for stores that have no clock of their own. */
    default Instant now() {
        return Instant.now();
    }

    /**
     * Lets this thread rest until so much monotonic time has passed. A clock of tests may move itself on instead.
     *
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    default void sleep(Duration duration) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    }

    /** The machine's clocks. */
    static TimeSource system() {
        return System::nanoTime;
    }
}

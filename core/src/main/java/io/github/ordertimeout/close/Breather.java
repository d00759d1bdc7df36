package io.github.ordertimeout.close;

import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a database that has become slow breathe. A closing transaction is compared with the best of late of its size: where {@value #IN_A_ROW} in a row
 * take more than {@value #SLOW} times as long, the next one waits, longer the slower they were, {@code 500 ms} at most. What the best
 * is grows with its age, so that a database which stays slow is worked at full speed again after a while. Thread-safe: the threads of a
 * rule wait together.
 */
final class Breather {
    static final int SLOW = 3;
    private static final long LONGEST = Duration.ofMillis(500).toNanos();
    static final int IN_A_ROW = 4;
    /** What takes less burdens nobody, and small transactions differ by chance: a collected heap, a checkpoint, a cold cache. */
    private static final long SHORTEST = Duration.ofMillis(100).toNanos();
    /** After so long what was the best counts twice. */
    private static final long FORGETS = Duration.ofMinutes(10).toNanos();

    private static final int SIZES = 32;
    private static final Logger log = LoggerFactory.getLogger("io.github.ordertimeout.engine");

    private final TimeSource time;
    private final @Nullable Best[] best = new @Nullable Best[SIZES];
    private final double[] last = new double[IN_A_ROW];
    private int next;
    private long restsUntil;
    private boolean owed;
    private boolean slow;
    private long rests;

    Breather(TimeSource time) {
        this.time = time;
    }

    /** The fastest transaction of about a size, and when that was. */
    private record Best(int orders, long nanos, long at) {
        /** What one of so many orders may take by it: a smaller one no longer, a larger one as much longer as it is larger. */
        double allows(int many, long now) {
            double aged = nanos * (1 + Math.max(0, now - at) / (double) FORGETS);
            return many <= orders ? aged : aged * many / orders;
        }
    }

    /** So many orders took so long. */
    synchronized void took(int orders, long nanos, String rule) {
        long now = time.nanoTime();
        double expected = nanos;
        for (Best one : best) {
            expected = one == null ? expected : Math.min(expected, one.allows(orders, now));
        }
        int size = 31 - Integer.numberOfLeadingZeros(Math.max(1, orders));
        Best known = best[size];
        if (known == null || nanos <= known.allows(orders, now)) {
            best[size] = new Best(orders, nanos, now);
        }
        double times = nanos < SHORTEST ? 1 : nanos / Math.max(1, expected);
        last[next] = times;
        next = (next + 1) % IN_A_ROW;
        double least = Arrays.stream(last).min().orElse(0);
        if (least > SLOW) {
            restsUntil = now + (long) Math.min(LONGEST, nanos * (least / SLOW - 1));
            owed = true;
        }
        tellOnce(rule, least, Arrays.stream(last).max().orElse(0));
    }

    private void tellOnce(String rule, double times, double most) {
        if (times > SLOW && !slow) {
            slow = true;
            log.warn(
                    "Rule {}: closing transactions take {} times as long as the best of late; the engine rests between them.",
                    rule,
                    Math.round(times));
        } else if (most <= SLOW && slow) {
            slow = false;
            log.info("Rule {}: closing transactions are about as fast as before; the engine rests no longer.", rule);
        }
    }

    /** Waits where the last transactions were slow; without a connection. An interrupt ends it and stays set. */
    void rest() {
        long wait;
        synchronized (this) {
            wait = owed ? restsUntil - time.nanoTime() : 0;
            owed = wait > 0;
            rests += owed ? 1 : 0;
        }
        if (wait > 0) {
            try {
                time.sleep(Duration.ofNanos(wait));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** How often a transaction has waited so far. */
    synchronized long rests() {
        return rests;
    }
}

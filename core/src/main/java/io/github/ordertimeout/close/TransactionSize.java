package io.github.ordertimeout.close;

import java.time.Duration;

/**
 * How many orders a closing transaction may hold so that it takes less than {@code 200 ms}: everything it has locked is kept from
 * the host so long. Begins small, doubles while transactions take less than a quarter of that, shrinks at once where one took longer.
 *
 * <p>Never less than {@value #LEAST}: where the way to the database alone takes that long, fewer orders make nothing faster.
 * Thread-safe.
 */
final class TransactionSize {
    static final int FIRST = 100;
    static final int LEAST = 20;
    static final int MOST = 10_000;
    private static final long TARGET = Duration.ofMillis(200).toNanos();

    private int most = FIRST;

    /** So many orders at most. */
    synchronized int most() {
        return most;
    }

    /** So many orders took so long. */
    synchronized void took(int orders, long nanos) {
        if (nanos > TARGET) {
            // A little below what would just have fitted: the next one is not exactly as fast.
            long fitting = (long) (0.8 * orders * TARGET / nanos);
            most = (int) Math.max(LEAST, Math.min(most, fitting));
        } else if (nanos < TARGET / 4 && orders >= most) {
            most = Math.min(MOST, 2 * most);
        }
    }
}

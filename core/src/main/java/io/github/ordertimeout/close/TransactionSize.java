package io.github.ordertimeout.close;

import java.time.Duration;

/**
 * How many orders a closing transaction may hold so that it takes less than {@code 200 ms}: everything it has locked is kept from
 * the host so long. Begins small, doubles while transactions take less than a quarter of that, shrinks at once where one took longer.
 *
 * <p>Beyond that it grows by half where that pays, as long as it would keep below the limit even where it does not: where each order
 * costs clearly less in a larger transaction, since the way to the database and the commit are what takes the time. Else a moment of
 * slowness, the first transactions of a cold process for example, would leave transactions small for good, and small ones are slow.
 *
 * <p>Never less than {@value #LEAST}: where the way to the database alone takes that long, fewer orders make nothing faster.
 * Thread-safe.
 */
final class TransactionSize {
    static final int FIRST = 100;
    static final int LEAST = 20;
    static final int MOST = 10_000;
    private static final long TARGET = Duration.ofMillis(200).toNanos();

    /** Larger transactions pay where an order costs less than this share of what it cost before. */
    private static final double PAYS = 0.85;

    private static final int BETWEEN_TRIALS = 16;

    private int most = FIRST;
    /** The size before the last trial of a larger one, and what an order cost then; 0 where no trial is under way. */
    private int before;

    private double costBefore;
    private int untilTrial;

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
            before = 0;
            untilTrial = 0;
        } else if (orders >= most) {
            took((double) nanos / orders, nanos);
        }
    }

    private void took(double cost, long nanos) {
        boolean paid = before > 0 && cost < PAYS * costBefore;
        if (before > 0 && !paid) {
            most = before;
        }
        before = 0;
        if (nanos < TARGET / 4) {
            most = Math.min(MOST, 2 * most);
        } else if (nanos < TARGET * 2 / 3 && (paid || --untilTrial <= 0)) {
            before = most;
            costBefore = cost;
            untilTrial = BETWEEN_TRIALS;
            most = Math.min(MOST, most + most / 2);
        }
    }
}

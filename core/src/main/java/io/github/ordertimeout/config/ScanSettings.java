package io.github.ordertimeout.config;

import java.time.Duration;
import java.util.Optional;

/**
 * How the engine looks for overdue orders.
 *
 * @param interval the longest sleep between two passes
 * @param fullInterval how often a pass starts again from the oldest order
 * @param precision sleeps are rounded up to this
 * @param batchSize orders of one page and of one closing transaction
 * @param shards how many parts a rule's orders are worked in, by the hash of their ids; 1: undivided
 * @param fairBy the column that tells the tenants of a rule apart, where none of them may hold up the others
 * @param maxPerPass closes of one pass at most; 0: no limit
 * @param timeBudget a pass stops cleanly after this; zero: no limit
 * @param timetable when passes begin by themselves, and when nothing is closed
 */
public record ScanSettings(
        Duration interval,
        Duration fullInterval,
        Duration precision,
        int batchSize,
        int shards,
        Optional<String> fairBy,
        int maxPerPass,
        Duration timeBudget,
        Timetable timetable) {
    /** The documented defaults. */
    public static final ScanSettings DEFAULT = new ScanSettings(
            Duration.ofSeconds(10),
            Duration.ofMinutes(5),
            Duration.ofSeconds(1),
            500,
            1,
            Optional.empty(),
            0,
            Duration.ZERO);

    /** At any time. */
    public ScanSettings(
            Duration interval,
            Duration fullInterval,
            Duration precision,
            int batchSize,
            int shards,
            Optional<String> fairBy,
            int maxPerPass,
            Duration timeBudget) {
        this(interval, fullInterval, precision, batchSize, shards, fairBy, maxPerPass, timeBudget, Timetable.ALWAYS);
    }

    /** The same by that timetable. */
    public ScanSettings by(Timetable times) {
        return new ScanSettings(
                interval, fullInterval, precision, batchSize, shards, fairBy, maxPerPass, timeBudget, times);
    }
}

package io.github.ordertimeout.settle;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The compensation table at a glance.
 *
 * @param pending rows that will be tried again soon
 * @param dead rows that were tried too often
 * @param oldestDue for how long the row that is due longest has waited to be claimed; zero where none is due
 */
public record CompensationCounts(long pending, long dead, Duration oldestDue) {
    /** No rows. */
    public static final CompensationCounts NONE = new CompensationCounts(0, 0, Duration.ZERO);

    /** The same by the moment of the earliest next attempt, where there is one. */
    public static CompensationCounts of(long pending, long dead, Optional<Instant> earliest, Instant now) {
        return new CompensationCounts(
                pending,
                dead,
                earliest.filter(now::isAfter)
                        .map(since -> Duration.between(since, now))
                        .orElse(Duration.ZERO));
    }
}

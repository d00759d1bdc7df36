package io.github.ordertimeout.scan;

import java.time.Instant;
import java.util.Optional;

/**
 * What there is to do, as one read tells.
 *
 * @param now the store's clock, read before anything else: whatever was committed until then has been seen
 * @param nextDue when the next order of any arm becomes overdue, which may be long past; empty where there is none
 */
public record Look(Instant now, Optional<Instant> nextDue) {
    /** Whether no order is overdue yet. */
    public boolean isIdle() {
        return nextDue.isEmpty() || nextDue.get().isAfter(now);
    }
}

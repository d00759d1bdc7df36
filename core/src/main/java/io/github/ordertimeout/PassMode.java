package io.github.ordertimeout;

import java.time.Instant;
import java.util.Optional;

/**
 * How a pass goes.
 *
 * @param since only orders that became overdue after this; empty: from the oldest
 * @param dryRun nothing is written
 */
record PassMode(Optional<Instant> since, boolean dryRun) {
    static PassMode full(boolean dryRun) {
        return new PassMode(Optional.empty(), dryRun);
    }

    static PassMode incremental(Instant since, boolean dryRun) {
        return new PassMode(Optional.of(since), dryRun);
    }

    @Override
    public String toString() {
        return (since.isPresent() ? "incremental" : "full") + (dryRun ? " dry-run" : "");
    }
}

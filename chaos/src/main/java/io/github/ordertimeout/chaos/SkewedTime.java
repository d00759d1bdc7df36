package io.github.ordertimeout.chaos;

import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** The clocks of a machine whose wall clock is wrong. Thread-safe. */
final class SkewedTime implements TimeSource {
    private volatile Duration ahead = Duration.ZERO;

    void ahead(Duration by) {
        ahead = by;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now().plus(ahead);
    }
}

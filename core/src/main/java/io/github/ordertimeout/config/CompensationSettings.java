package io.github.ordertimeout.config;

import java.time.Duration;

/**
 * How failures are tried again.
 *
 * @param interval the first wait; the n-th retry waits {@code interval × 2^(n−1)} ± 20 %
 * @param maxAttempts failed attempts after which a row is dead: alerted once, then tried hourly at most
 */
public record CompensationSettings(Duration interval, int maxAttempts) {
    /** The documented defaults. */
    public static final CompensationSettings DEFAULT = new CompensationSettings(Duration.ofMinutes(5), 3);
}

package io.github.ordertimeout.config;

import java.time.Duration;

/**
 * How remote releasers are called.
 *
 * @param timeout how long one call may take; what takes longer is tried again
 * @param threads calls at once
 */
public record ReleaseSettings(Duration timeout, int threads) {
    /** The documented defaults. */
    public static final ReleaseSettings DEFAULT = new ReleaseSettings(Duration.ofSeconds(3), 8);
}

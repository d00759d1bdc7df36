package io.github.ordertimeout.config;

import java.time.Duration;

/**
 * How the engine closes.
 *
 * @param mode whether it closes at all
 * @param threads batches closed at the same time, each with one connection
 * @param lockTimeout how long a statement may wait for a lock
 * @param statementTimeout how long a statement may run
 */
public record CloseSettings(Mode mode, int threads, Duration lockTimeout, Duration statementTimeout) {
    /** The documented defaults. */
    public static final CloseSettings DEFAULT =
            new CloseSettings(Mode.CLOSE, 2, Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** {@code close.mode}. */
    public enum Mode {
        /** Overdue orders are closed. */
        CLOSE,
        /** Overdue orders are counted and reported; nothing is written. */
        DRY_RUN
    }
}

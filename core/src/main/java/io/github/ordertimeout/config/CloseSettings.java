package io.github.ordertimeout.config;

import java.time.Duration;

/**
 * How the engine closes.
 *
 * @param mode whether it closes at all
 * @param threads batches closed at the same time, each with one connection
 * @param maxPerSecond closes a second of one engine; 0: no limit
 * @param lockTimeout how long a statement may wait for a lock
 * @param statementTimeout how long a statement may run
 */
public record CloseSettings(Mode mode, int threads, int maxPerSecond, Duration lockTimeout, Duration statementTimeout) {
    /** The documented defaults. */
    public static final CloseSettings DEFAULT =
            new CloseSettings(Mode.CLOSE, 2, 0, Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** Without a limit to the closes of a second. */
    public CloseSettings(Mode mode, int threads, Duration lockTimeout, Duration statementTimeout) {
        this(mode, threads, 0, lockTimeout, statementTimeout);
    }

    /** {@code close.mode}. */
    public enum Mode {
        /** Overdue orders are closed. */
        CLOSE,
        /** Overdue orders are counted and reported; nothing is written. */
        DRY_RUN
    }
}

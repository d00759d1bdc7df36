package io.github.ordertimeout.jdbc.dialect;

import java.time.Duration;

/**
 * How long a statement may take.
 *
 * @param lock how long it may wait for a lock; MariaDB and MySQL count whole seconds and round up
 * @param statement how long it may run in all; zero: without limit
 */
public record TimeLimits(Duration lock, Duration statement) {
    /** The documented defaults of {@code close.lock-timeout} and {@code close.statement-timeout}. */
    public static final TimeLimits DEFAULT = new TimeLimits(Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** At least 1, since zero means "for ever" to PostgreSQL. */
    long lockMillis() {
        return Math.max(1, lock.toMillis());
    }

    /** Zero: without limit. */
    long statementMillis() {
        return statement.isZero() ? 0 : Math.max(1, statement.toMillis());
    }

    /** The statement limit in whole seconds, rounded up, as JDBC's query time-out takes it; zero: without limit. */
    public int statementSeconds() {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, (statementMillis() + 999) / 1000));
    }
}

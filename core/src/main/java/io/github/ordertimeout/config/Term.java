package io.github.ordertimeout.config;

import java.time.Duration;
import java.util.Optional;

/**
 * How long an order may stay unpaid after it was made.
 *
 * @param length the time to pay; empty means never
 */
public record Term(Optional<Duration> length) {
    /** The order never runs out. */
    public static final Term NEVER = new Term(Optional.empty());

    /** A term of this length; greater than zero. */
    public static Term of(Duration length) {
        return new Term(Optional.of(length));
    }

    /** Whether the order never runs out. */
    public boolean isNever() {
        return length.isEmpty();
    }
}

package io.github.ordertimeout.config;

import java.time.Duration;

/**
 * When an engine counts as one that does not do its work.
 *
 * @param maxMissedPasses so many scan intervals without a sign of life of a rule; 0: no such limit
 * @param maxOverdue an order that nothing but the engine keeps open is overdue by more than that; zero: no such limit
 * @param maxDead more dead compensation rows than that; 0: no such limit
 * @param expectMatches whether a rule that matches no order, while others of its table look overdue, is taken for a wrong one
 */
public record HealthSettings(int maxMissedPasses, Duration maxOverdue, int maxDead, boolean expectMatches) {
    /** The documented defaults. */
    public static final HealthSettings DEFAULT = new HealthSettings(3, Duration.ofMinutes(10), 100, true);
}

package io.github.ordertimeout.spring.metadata;

import java.time.Duration;

/**
 * Keys of {@code timeouts-from}, for tools that complete keys; never bound.
 *
 * @param column The column of the order by which a term is found.
 * @param query Trusted SQL that yields a value of that column, and its term.
 * @param unit Of the terms: millis, seconds, minutes, hours or days.
 * @param refresh How old the terms may be.
 */
record TimeoutsFromKeys(String column, String query, String unit, Duration refresh) {}

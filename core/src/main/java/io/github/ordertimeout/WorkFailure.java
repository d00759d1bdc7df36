package io.github.ordertimeout;

import java.time.Instant;

/**
 * Something that is no order's fault.
 *
 * @param at when, by this process's clock
 * @param reason for a person
 */
public record WorkFailure(Instant at, String reason) {}

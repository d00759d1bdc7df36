package io.github.ordertimeout;

import io.github.ordertimeout.event.PassOutcome;
import java.time.Instant;

/**
 * A pass that has ended.
 *
 * @param endedAt when, by this process's clock
 * @param full whether it began with the oldest order; else it met only what had run out since the pass before
 * @param outcome how it ended
 * @param report what it did
 */
public record PassRecord(Instant endedAt, boolean full, PassOutcome outcome, RuleReport report) {}

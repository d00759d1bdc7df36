package io.github.ordertimeout.settle;

import java.time.Instant;

/**
 * A row of the compensation table.
 *
 * @param row its number
 * @param what what is tried again
 * @param state where it stands
 * @param attempts how often it has failed, the first time included
 * @param nextAttemptAt when it is tried again
 * @param token who has claimed it last; empty: nobody
 */
public record CompensationRow(
        long row, Compensation what, CompensationState state, int attempts, Instant nextAttemptAt, String token) {}

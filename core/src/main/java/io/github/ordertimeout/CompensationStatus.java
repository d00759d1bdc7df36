package io.github.ordertimeout;

import io.github.ordertimeout.settle.CompensationCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How the compensation work goes on this node.
 *
 * @param interval the longest sleep between two runs
 * @param loop its thread
 * @param runningFor how long the run under way has taken so far; empty where none is
 * @param quietFor how long ago a run finished; since the start where none did
 * @param lastFinished when a run finished the last time
 * @param lastFailure what ended a run the last time
 * @param failedInARow how many runs have failed since one finished
 * @param counts the table after the last run that finished
 */
public record CompensationStatus(
        Duration interval,
        LoopState loop,
        Optional<Duration> runningFor,
        Duration quietFor,
        Optional<Instant> lastFinished,
        Optional<WorkFailure> lastFailure,
        int failedInARow,
        CompensationCounts counts) {}

package io.github.ordertimeout;

import io.github.ordertimeout.scan.Overlooked;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How the work of one rule goes on this node: what its passes left behind. Nothing is asked of the database for it.
 *
 * @param rule the rule's name
 * @param source the identity of its orders' data source and table
 * @param dryRun whether it writes nothing
 * @param interval the longest sleep between two of its passes
 * @param shards how many parts its orders are worked in
 * @param loop its thread
 * @param runningFor how long the pass under way has taken so far; empty where none is
 * @param quietFor how long ago the last sign of life was: a pass that finished, or a step of the one under way; since the start
 *     where there was none
 * @param next when the next pass is planned, by the store's clock
 * @param passes the last ones, the newest first; at most {@value #RECENT}
 * @param lastFinished when a pass went to its end the last time, held or not
 * @param lastFailure what ended a pass early the last time, or failed beside it
 * @param failedInARow how many passes have failed since one finished
 * @param idleInARow how many passes in a row met overdue orders and closed none
 * @param heldBy the pause or the brake that keeps it from closing, {@code paused: …} or {@code brake: …}
 * @param lostCommit a close that the database confirmed and does not show
 * @param overlooked an order that looks overdue and that the rule leaves out, where it has never matched any
 * @param oldestOverdue how long the oldest order that is still open is overdue, as of the passes; zero where none is
 * @param oldestClosable the same for those that nothing but the engine keeps open, counted on to now
 * @param remaining overdue orders that the last pass did not reach
 * @param stuck orders that the last full pass met and that the payment side holds back for too long
 * @param inconsistent open orders with signs of a payment that the last full pass met
 * @param tooOld orders made longer ago than {@code max-age}, in the last full pass
 */
public record RuleStatus(
        String rule,
        String source,
        boolean dryRun,
        Duration interval,
        int shards,
        LoopState loop,
        Optional<Duration> runningFor,
        Duration quietFor,
        Optional<Instant> next,
        List<PassRecord> passes,
        Optional<Instant> lastFinished,
        Optional<WorkFailure> lastFailure,
        int failedInARow,
        int idleInARow,
        Optional<String> heldBy,
        Optional<String> lostCommit,
        Optional<Overlooked> overlooked,
        Duration oldestOverdue,
        Duration oldestClosable,
        long remaining,
        long stuck,
        long inconsistent,
        long tooOld) {
    /** How many passes are kept. */
    public static final int RECENT = 10;

    /** Copies the list. */
    public RuleStatus {
        passes = List.copyOf(passes);
    }

    RuleStatus withOverlooked(Optional<Overlooked> order) {
        return new RuleStatus(
                rule,
                source,
                dryRun,
                interval,
                shards,
                loop,
                runningFor,
                quietFor,
                next,
                passes,
                lastFinished,
                lastFailure,
                failedInARow,
                idleInARow,
                heldBy,
                lostCommit,
                order,
                oldestOverdue,
                oldestClosable,
                remaining,
                stuck,
                inconsistent,
                tooOld);
    }

    /** The last pass. */
    public Optional<PassRecord> lastPass() {
        return passes.stream().findFirst();
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.event.PassOutcome;
import io.github.ordertimeout.scan.Shard;
import java.time.Duration;
import java.util.Optional;

/**
 * What a pass of one rule did in one of its shards.
 *
 * @param shard the shard
 * @param full whether it began with the shard's oldest order
 * @param outcome how it ended
 * @param scanned overdue orders looked at
 * @param closed closed and committed
 * @param remaining overdue orders of the shard that the pass did not reach
 * @param error what ended the shard's pass early, or failed beside it
 * @param duration how long it took
 */
public record ShardReport(
        Shard shard,
        boolean full,
        PassOutcome outcome,
        long scanned,
        long closed,
        long remaining,
        Optional<String> error,
        Duration duration) {
    static ShardReport of(Shard shard, boolean full, PassOutcome outcome, RuleReport report) {
        return new ShardReport(
                shard,
                full,
                outcome,
                report.scanned(),
                report.closed(),
                report.remaining(),
                report.error(),
                report.duration());
    }
}

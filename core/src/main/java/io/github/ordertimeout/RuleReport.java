package io.github.ordertimeout;

import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What one pass of one rule did. Always {@code scanned = closed + wouldClose + skipped + deferred + lostRace + busy + failed}.
 *
 * @param scanned overdue orders looked at
 * @param closed closed and committed
 * @param wouldClose in a dry run: what would have been closed
 * @param skipped left open for a reason; inconsistent ones among them
 * @param deferred left open until a moment
 * @param lostRace taken by somebody else between reading and closing
 * @param busy locked by somebody else; tried again soon
 * @param failed the close failed
 * @param inconsistent open, but with signs of a payment; part of {@code skipped}
 * @param stuck held back by the payment side for longer than {@code payment.max-defer}; part of {@code deferred}
 * @param tooOld made longer ago than {@code max-age}; beside {@code scanned}
 * @param remaining overdue orders that the pass did not reach; beside {@code scanned}
 * @param braked whether the safety brake or a pause kept the pass from closing anything
 * @param oldestOverdue how long the oldest order that is still open is overdue; zero where none is
 * @param reasons how often each reason was given
 * @param firstOpen the first orders that a dry run would close, oldest first; at most {@value #FIRST}
 * @param firstInconsistent the first of the {@code inconsistent} ones, oldest first, each with what shows a payment; at most {@value
 *     #FIRST}
 * @param releasedInPart closed, though a release left something out that the shop's own rows lack; part of {@code closed}
 * @param firstInPart the first of these: number, type, and what was left out; at most {@value #FIRST}
 * @param error what ended the pass early, or failed beside it, where something did
 * @param duration how long it took
 * @param shards the same for each shard that the pass worked, in the order worked; empty where the rule was not split
 */
public record RuleReport(
        long scanned,
        long closed,
        long wouldClose,
        long skipped,
        long deferred,
        long lostRace,
        long busy,
        long failed,
        long inconsistent,
        long stuck,
        long tooOld,
        long remaining,
        boolean braked,
        Duration oldestOverdue,
        Map<String, Long> reasons,
        List<OrderSnapshot> firstOpen,
        List<OrderSnapshot> firstInconsistent,
        long releasedInPart,
        List<String> firstInPart,
        Optional<String> error,
        Duration duration,
        List<ShardReport> shards) {
    /** How many orders {@code firstOpen} and {@code firstInconsistent} hold at most. */
    public static final int FIRST = 10;

    /** Copies map and list. */
    public RuleReport {
        reasons = Collections.unmodifiableMap(new TreeMap<>(reasons));
        firstOpen = List.copyOf(firstOpen);
        firstInconsistent = List.copyOf(firstInconsistent);
        firstInPart = List.copyOf(firstInPart);
        shards = List.copyOf(shards);
    }

    RuleReport withShards(List<ShardReport> parts) {
        return new RuleReport(
                scanned,
                closed,
                wouldClose,
                skipped,
                deferred,
                lostRace,
                busy,
                failed,
                inconsistent,
                stuck,
                tooOld,
                remaining,
                braked,
                oldestOverdue,
                reasons,
                firstOpen,
                firstInconsistent,
                releasedInPart,
                firstInPart,
                error,
                duration,
                parts);
    }

    /**
     * The same with what the compensation work did after the pass: orders that it closed, and what failed where nothing had ended
     * the pass early. Orders that were listed for a person until then the pass has counted as deferred.
     */
    RuleReport followedBy(PassTally after) {
        long counted = Math.min(after.closedListed(), stuck);
        RuleReport besides = after.report(Duration.ZERO);
        return new RuleReport(
                scanned + after.closed() - counted,
                closed + after.closed(),
                wouldClose,
                skipped,
                deferred - counted,
                lostRace,
                busy,
                failed,
                inconsistent,
                stuck - counted,
                tooOld,
                remaining,
                braked,
                oldestOverdue,
                reasons,
                firstOpen,
                firstInconsistent,
                releasedInPart + besides.releasedInPart(),
                Stream.concat(firstInPart.stream(), besides.firstInPart().stream())
                        .limit(FIRST)
                        .toList(),
                error.or(after::firstFault),
                duration,
                shards);
    }
}

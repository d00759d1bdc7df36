package io.github.ordertimeout;

import io.github.ordertimeout.config.ScanSettings;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** When a pass must stop: enough closes, or its time is up. Caps count closes, not orders read. */
final class PassLimits {
    /** Up to this many like failures are the orders' own, above it they may be the system's. */
    static final int FEW = 16;

    private final Allowance allowance;
    private final PassTally tally;
    private final TimeSource time;
    private final long start;

    /**
     * What a pass may use up.
     *
     * @param closes how many; negative: any number
     * @param time how long; negative: any time
     */
    record Allowance(long closes, Duration time) {
        private static final Duration ANY_TIME = Duration.ofNanos(-1);

        static Allowance of(ScanSettings scan) {
            return new Allowance(
                    scan.maxPerPass() == 0 ? -1 : scan.maxPerPass(),
                    scan.timeBudget().isZero() ? ANY_TIME : scan.timeBudget());
        }

        /** The same, but no longer than that. */
        Allowance within(Optional<Duration> most) {
            return most.filter(limit -> time.isNegative() || limit.compareTo(time) < 0)
                    .map(limit -> new Allowance(closes, limit))
                    .orElse(this);
        }

        /** What of it is the next one's share, where so many are still to come and this much is used up. */
        Allowance share(int parts, long closed, Duration spent) {
            return new Allowance(
                    closes < 0 ? closes : (Math.max(0, closes - closed) + parts - 1) / parts,
                    time.isNegative()
                            ? time
                            : spent.compareTo(time) >= 0
                                    ? Duration.ZERO
                                    : time.minus(spent).dividedBy(parts));
        }
    }

    PassLimits(Allowance allowance, PassTally tally, TimeSource time) {
        this.allowance = allowance;
        this.tally = tally;
        this.time = time;
        this.start = time.nanoTime();
    }

    /** Whether the pass must stop; batches under way are waited for where their count decides. */
    boolean reached(BatchRunner closing) {
        if (timeIsUp()) {
            return true;
        }
        return allowance.closes() >= 0 && left(closing) == 0;
    }

    /** Whether its time is up, by the budget or since a quiet window has begun. */
    boolean timeIsUp() {
        return !allowance.time().isNegative()
                && time.nanoTime() - start >= allowance.time().toNanos();
    }

    /** As many of the orders as the pass may still close. */
    List<OrderSnapshot> allow(List<OrderSnapshot> orders, BatchRunner closing) {
        if (allowance.closes() < 0 || orders.isEmpty()) {
            return orders;
        }
        return orders.subList(0, (int) Math.min(orders.size(), left(closing)));
    }

    private long left(BatchRunner closing) {
        closing.finish();
        return Math.max(0, allowance.closes() - tally.closed());
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.config.ScanSettings;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.time.TimeSource;
import java.util.List;

/** When a pass must stop: enough closes, or its time is up. Caps count closes, not orders read. */
final class PassLimits {
    /** Up to this many like failures are the orders' own, above it they may be the system's. */
    static final int FEW = 16;

    private final ScanSettings scan;
    private final PassTally tally;
    private final TimeSource time;
    private final long start;

    PassLimits(ScanSettings scan, PassTally tally, TimeSource time) {
        this.scan = scan;
        this.tally = tally;
        this.time = time;
        this.start = time.nanoTime();
    }

    /** Whether the pass must stop; batches under way are waited for where their count decides. */
    boolean reached(BatchRunner closing) {
        if (!scan.timeBudget().isZero()
                && time.nanoTime() - start >= scan.timeBudget().toNanos()) {
            return true;
        }
        return scan.maxPerPass() > 0 && left(closing) == 0;
    }

    /** As many of the orders as the pass may still close. */
    List<OrderSnapshot> allow(List<OrderSnapshot> orders, BatchRunner closing) {
        if (scan.maxPerPass() == 0 || orders.isEmpty()) {
            return orders;
        }
        return orders.subList(0, (int) Math.min(orders.size(), left(closing)));
    }

    private long left(BatchRunner closing) {
        closing.finish();
        return Math.max(0, scan.maxPerPass() - tally.closed());
    }
}

package io.github.ordertimeout.store;

import io.github.ordertimeout.close.OrderCloser;
import io.github.ordertimeout.payment.PayableOrders;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.scan.OrderScanner;
import java.util.List;

/**
 * A rule, opened.
 *
 * @param source the identity of its orders' data source and table
 * @param idsAmong what an id means one order together with, {@code tenant = 1} for example; blank where the id is enough
 * @param scanner finds its orders
 * @param closer closes them
 * @param payable meets their payments
 * @param releasers the built-in releasers that the rule configures
 * @param warnings what should be said at start, one sentence each
 */
public record RuleStore(
        String source,
        String idsAmong,
        OrderScanner scanner,
        OrderCloser closer,
        PayableOrders payable,
        List<InventoryReleaser> releasers,
        List<String> warnings) {
    /** Copies the lists. */
    public RuleStore {
        releasers = List.copyOf(releasers);
        warnings = List.copyOf(warnings);
    }
}

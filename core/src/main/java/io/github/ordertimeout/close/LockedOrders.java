package io.github.ordertimeout.close;

import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;
import java.util.Set;

/** Finds out, after a lock timed out, which orders of a batch wait for it. */
@FunctionalInterface
public interface LockedOrders {
    /** The ids that need something locked now; empty where that cannot be told. */
    Set<String> among(List<OrderSnapshot> orders);
}

package io.github.ordertimeout.close;

import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;

/**
 * One close.
 *
 * @param order the row as the locking read saw it: the status is the one before the close
 * @param closeNumber 1 for the first close of this order, one more each time it was re-opened in between
 * @param closedAt the moment written as {@code :now}
 * @param rule the rule that closed it
 */
public record ClosedOrder(OrderSnapshot order, long closeNumber, Instant closedAt, String rule) {
    /** The key of what a release of this type does for this close: the same on every repetition. */
    public String idempotencyKey(String releaseType) {
        return order.key().source() + ":" + order.id() + ":" + closeNumber + ":" + releaseType;
    }
}

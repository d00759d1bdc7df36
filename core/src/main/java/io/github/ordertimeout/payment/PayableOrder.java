package io.github.ordertimeout.payment;

import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;

/**
 * An order whose row is locked, as it stands now.
 *
 * @param order what was read
 * @param standing what its row says
 * @param selected whether it meets the rule's {@code where} and {@code where-sql}
 * @param now the store's time
 */
public record PayableOrder(OrderSnapshot order, Standing standing, boolean selected, Instant now) {
    /** What an order's row says. */
    public enum Standing {
        /** It waits for payment. */
        OPEN,
        /** It is paid. */
        PAID,
        /** It was closed. */
        CLOSED,
        /** None of these. */
        OTHER
    }
}

package io.github.ordertimeout.check;

import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.order.OrderTimeoutException;

/** A close policy threw while judging an order; the order stays open. */
public class PolicyFailedException extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    /** Takes the policy, the order and what was thrown. */
    public PolicyFailedException(ClosePolicy policy, OrderSnapshot order, RuntimeException cause) {
        super(
                "Policy " + policy.getClass().getName() + " threw for order " + order.displayName() + ": " + cause,
                cause);
    }
}

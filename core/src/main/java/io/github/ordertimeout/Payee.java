package io.github.ordertimeout;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.payment.PayableOrder;

/** An order as the rule sees it that answers for its payments. */
record Payee(RuleParts rule, PayableOrder order) {
    OrderKey key() {
        return order.order().key();
    }

    /** How well the rule knows the order. */
    int fits() {
        return (order.selected() ? 2 : 0) + (order.standing() == PayableOrder.Standing.OTHER ? 0 : 1);
    }
}

package io.github.ordertimeout.check;

import java.util.Locale;

/** What the payment side says of an order, over all of its attempts. Only {@link #NOT_PAID} lets an order close. */
public enum PaymentState {
    /** No attempt has brought money, and none is under way. */
    NOT_PAID,
    /** A payment is under way: it may still succeed. */
    IN_PROGRESS,
    /** Less than the order's amount has come in. */
    PARTIALLY_PAID,
    /** Paid; the order's row does not say so yet. */
    PAID,
    /** The payment side did not answer, or not in time. Never taken for "not paid". */
    UNKNOWN;

    /** The reason that reports give for an order held back by this answer. */
    public String reason() {
        return "payment-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package io.github.ordertimeout.payment;

/** What became of a payment that was seen. */
public enum PaymentStanding {
    /** No rule knew its order. */
    UNKNOWN_ORDER,
    /** The payment side told of it when it was asked, and the hook was told; it was not confirmed yet. */
    TOLD,
    /** It paid the order. */
    PAID,
    /** It brought less than the order costs; the order is open. */
    UNDERPAID,
    /** It is owed back. */
    REFUND_OWED,
    /** It was given back. */
    REFUNDED,
    /** A person decides. */
    MANUAL;

    /** Whether nothing was decided about it yet. */
    public boolean isUndecided() {
        return this == UNKNOWN_ORDER || this == TOLD;
    }

    /** Whether it is owed back, or was given back. */
    public boolean isOwedBack() {
        return this == REFUND_OWED || this == REFUNDED;
    }

    /** Whether its money is there and was neither given back nor is owed back: its order is never closed over it. */
    public boolean holdsOrder() {
        return this == PAID || this == UNDERPAID || this == MANUAL || this == UNKNOWN_ORDER;
    }
}

package io.github.ordertimeout.shop.payment;

import java.math.BigDecimal;

/**
 * A payment as the provider knows it.
 *
 * @param refunds how often it was given back: once at most, or somebody lost money
 */
public record FakePayment(String reference, String order, BigDecimal amount, State state, int refunds) {
    /** How a payment stands. */
    public enum State {
        /** The buyer can pay. */
        OPEN,
        /** The buyer has paid. */
        PAID,
        /** The buyer can no longer pay. */
        CANCELLED,
        /** The buyer has the money back. */
        REFUNDED
    }

    FakePayment now(State changed) {
        return new FakePayment(reference, order, amount, changed, changed == State.REFUNDED ? refunds + 1 : refunds);
    }
}

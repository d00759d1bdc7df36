package io.github.ordertimeout.payment;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether an order may still be paid.
 *
 * @param state how it stands
 * @param payBefore until when; the provider's own expiry should be set to it. Empty where it may not be paid or never runs out
 * @param reason why it may not be paid, for a person; empty where it may
 */
public record PaymentWindow(State state, Optional<Instant> payBefore, String reason) {
    /** How an order stands towards payment. */
    public enum State {
        /** It may be paid. */
        PAYABLE,
        /** Its time has run out; it is still open, since something forbids to close it now. */
        EXPIRED,
        /** It is closed: before, or just now since its time had run out. */
        CLOSED,
        /** It is paid, or shows signs of it. */
        PAID,
        /** No rule knows it, or its status is neither open, paid nor closed. */
        UNKNOWN_ORDER
    }

    /** Whether it may be paid. */
    public boolean mayBePaid() {
        return state == State.PAYABLE;
    }
}

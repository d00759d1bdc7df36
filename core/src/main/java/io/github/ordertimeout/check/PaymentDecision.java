package io.github.ordertimeout.check;

import java.time.Instant;
import java.util.Optional;

/** What the payment side lets become of an overdue order. */
public sealed interface PaymentDecision {
    /**
     * Nothing was paid: it may close, as long as the answer is valid.
     *
     * @param cancelled whether a pending payment was cancelled for that
     * @param mayStillBePaid whether a payment may come in all the same, so that somebody has to look again after the close
     */
    record MayClose(boolean cancelled, boolean mayStillBePaid) implements PaymentDecision {}

    /**
     * It stays open.
     *
     * @param answer what is known of the payment
     * @param reason a short stable word for reports
     * @param until when to ask again, where the provider said so
     * @param cancelled whether a pending payment was cancelled before that
     */
    record Held(PaymentAnswer answer, String reason, Optional<Instant> until, boolean cancelled)
            implements PaymentDecision {
        /** By the state alone. */
        public static Held by(PaymentAnswer answer) {
            return new Held(answer, answer.state().reason(), Optional.empty(), false);
        }
    }
}

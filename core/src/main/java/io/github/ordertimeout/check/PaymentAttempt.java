package io.github.ordertimeout.check;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;

/**
 * One attempt to pay an order: a session, an intent, a transaction at the provider.
 *
 * @param reference the provider's name for it, the same in every answer and callback; not blank, and at most {@value #LONGEST_REFERENCE}
 *     characters
 * @param state how it stands
 * @param open whether the buyer can still pay with it, so that it has to be cancelled before the order closes
 * @param amount how much money it brought, where the provider says so
 */
public record PaymentAttempt(String reference, PaymentState state, boolean open, Optional<BigDecimal> amount) {
    /** The longest reference that is kept. */
    public static final int LONGEST_REFERENCE = 128;

    /** Refuses a missing, blank or overlong reference. */
    public PaymentAttempt {
        Objects.requireNonNull(state, "state");
        if (reference.isBlank()) {
            throw new IllegalArgumentException("An attempt needs the provider's reference; it is blank");
        }
        if (reference.length() > LONGEST_REFERENCE) {
            throw new IllegalArgumentException("An attempt's reference has " + reference.length()
                    + " characters, and at most " + LONGEST_REFERENCE
                    + " are kept: pass the provider's transaction number alone, not its whole answer");
        }
    }

    /** Nobody has paid with it, and the buyer still can. */
    public static PaymentAttempt open(String reference) {
        return new PaymentAttempt(reference, PaymentState.NOT_PAID, true, Optional.empty());
    }

    /** It ended without money: expired, refused, cancelled. */
    public static PaymentAttempt ended(String reference) {
        return new PaymentAttempt(reference, PaymentState.NOT_PAID, false, Optional.empty());
    }

    /** A payment is under way. */
    public static PaymentAttempt inProgress(String reference) {
        return new PaymentAttempt(reference, PaymentState.IN_PROGRESS, true, Optional.empty());
    }

    /** It has brought this much money. */
    public static PaymentAttempt paid(String reference, BigDecimal amount) {
        return new PaymentAttempt(reference, PaymentState.PAID, false, Optional.of(amount));
    }

    /** The provider does not say how it stands. */
    public static PaymentAttempt unknown(String reference) {
        return new PaymentAttempt(reference, PaymentState.UNKNOWN, true, Optional.empty());
    }
}

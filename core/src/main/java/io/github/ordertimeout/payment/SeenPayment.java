package io.github.ordertimeout.payment;

import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.order.OrderKey;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of the payment table: one payment that was seen for an order.
 *
 * @param key the order
 * @param reference the provider's name of the payment
 * @param rule the rule's name
 * @param standing what became of it
 * @param amount how much money it brought, where that is known
 * @param seenAt when it was seen first
 * @param token unique for the call that decided about it last, so that an unknown commit can be resolved
 */
public record SeenPayment(
        OrderKey key,
        String reference,
        String rule,
        PaymentStanding standing,
        Optional<BigDecimal> amount,
        Instant seenAt,
        String token) {
    /** The longest reference that is kept. */
    public static final int LONGEST_REFERENCE = PaymentAttempt.LONGEST_REFERENCE;

    /** The same payment, with what became of it. */
    public SeenPayment now(PaymentStanding changed) {
        return new SeenPayment(key, reference, rule, changed, amount, seenAt, token);
    }

    /** The same payment, decided about by the call with this token. */
    public SeenPayment by(String deciding) {
        return new SeenPayment(key, reference, rule, standing, amount, seenAt, deciding);
    }

    /** The same payment, told again: with the money it brought, where that is known now, and the token of this call. */
    public SeenPayment toldBy(SeenPayment again) {
        return new SeenPayment(key, reference, rule, standing, again.amount.or(() -> amount), seenAt, again.token);
    }
}

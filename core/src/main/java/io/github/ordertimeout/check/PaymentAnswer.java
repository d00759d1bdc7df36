package io.github.ordertimeout.check;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the payment side says of an order.
 *
 * @param state over all attempts
 * @param attempts the attempts, where the provider names them: each open one is cancelled before the order closes
 * @param paid how much money came in so far, where that is known
 */
public record PaymentAnswer(PaymentState state, List<PaymentAttempt> attempts, Optional<BigDecimal> paid) {
    private static final PaymentAnswer UNKNOWN = of(PaymentState.UNKNOWN);

    /** Copies the attempts; refuses NOT_PAID beside an attempt that says otherwise: such an answer would close a paid order. */
    public PaymentAnswer {
        Objects.requireNonNull(state, "state");
        attempts = List.copyOf(attempts);
        if (state == PaymentState.NOT_PAID) {
            attempts.stream()
                    .filter(attempt -> attempt.state() != PaymentState.NOT_PAID)
                    .findFirst()
                    .ifPresent(attempt -> {
                        throw new IllegalArgumentException("The answer is NOT_PAID although attempt "
                                + attempt.reference() + " is " + attempt.state()
                                + "; PaymentAnswer.ofAttempts finds the state over all attempts");
                    });
        }
    }

    /** A state, and no more. */
    public static PaymentAnswer of(PaymentState state) {
        return new PaymentAnswer(state, List.of(), Optional.empty());
    }

    /** No attempt has brought money, and none is under way. */
    public static PaymentAnswer notPaid() {
        return of(PaymentState.NOT_PAID);
    }

    /** A payment is under way. */
    public static PaymentAnswer inProgress() {
        return of(PaymentState.IN_PROGRESS);
    }

    /** Part of the order's amount has come in. */
    public static PaymentAnswer partiallyPaid(BigDecimal paid) {
        return new PaymentAnswer(PaymentState.PARTIALLY_PAID, List.of(), Optional.of(paid));
    }

    /** Paid by this payment. */
    public static PaymentAnswer paid(String reference, BigDecimal amount) {
        return new PaymentAnswer(
                PaymentState.PAID, List.of(PaymentAttempt.paid(reference, amount)), Optional.of(amount));
    }

    /** The payment side did not say. */
    public static PaymentAnswer unknown() {
        return UNKNOWN;
    }

    /**
     * The state over these attempts: paid where one has paid, else in progress, partially paid or unknown where one is, else not
     * paid. An attempt that expired or was refused so says nothing about another one that was paid.
     */
    public static PaymentAnswer ofAttempts(List<PaymentAttempt> attempts) {
        BigDecimal sum = attempts.stream()
                .flatMap(attempt -> attempt.amount().stream())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return new PaymentAnswer(over(attempts), attempts, sum.signum() == 0 ? Optional.empty() : Optional.of(sum));
    }

    private static PaymentState over(List<PaymentAttempt> attempts) {
        for (PaymentState state : List.of(
                PaymentState.PAID, PaymentState.PARTIALLY_PAID, PaymentState.IN_PROGRESS, PaymentState.UNKNOWN)) {
            if (attempts.stream().anyMatch(attempt -> attempt.state() == state)) {
                return state;
            }
        }
        return PaymentState.NOT_PAID;
    }

    /** The attempts that the buyer can still pay with. */
    public List<PaymentAttempt> open() {
        return attempts.stream().filter(PaymentAttempt::open).toList();
    }
}

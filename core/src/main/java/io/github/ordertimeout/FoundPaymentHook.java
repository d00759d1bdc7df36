package io.github.ordertimeout;

import io.github.ordertimeout.payment.FoundPayment;

/**
 * Told of a payment that the payment side knows while the order is still open: its notification was lost. Called outside any
 * transaction, under {@code payment.timeout}, once per payment in effect: again only after an exception, a hang or a crash, with
 * the same idempotency key. Must be thread-safe.
 */
@FunctionalInterface
public interface FoundPaymentHook {
    /** Takes the payment, usually by {@link PaymentGuard#confirm}. */
    void found(FoundPayment payment, PaymentGuard guard);

    /** Confirms the payment where it has a reference, as the lost notification would have done. */
    static FoundPaymentHook confirming() {
        return (payment, guard) -> payment.reference()
                .ifPresent(reference -> guard.confirm(payment.order().id(), reference, payment.amount()));
    }
}

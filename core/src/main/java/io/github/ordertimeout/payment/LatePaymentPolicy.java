package io.github.ordertimeout.payment;

/**
 * What a payment for a closed order leads to. Called in the transaction that decides about it, under the order's lock: it must be
 * quick and call nobody. Must be thread-safe.
 */
@FunctionalInterface
public interface LatePaymentPolicy {
    /** It is given back, by the refund issuer. */
    LatePaymentPolicy REFUND = payment -> Decision.REFUND;

    /** A person decides. */
    LatePaymentPolicy MANUAL = payment -> Decision.MANUAL;

    /** Decides; never null. */
    Decision decide(LatePayment payment);

    /** What may be decided. */
    enum Decision {
        /** Give it back. */
        REFUND,
        /** List it for a person. */
        MANUAL
    }
}

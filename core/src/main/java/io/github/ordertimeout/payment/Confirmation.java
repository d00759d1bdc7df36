package io.github.ordertimeout.payment;

import io.github.ordertimeout.order.OrderKey;

/**
 * What a payment led to.
 *
 * @param result what to do now
 * @param key the order; for an unknown one what the host asked for
 * @param reference the payment's
 * @param reason why, for a person
 */
public record Confirmation(Result result, OrderKey key, String reference, String reason) {
    /** What a payment can lead to. In every case the provider is to be told that its notification has arrived. */
    public enum Result {
        /** The order was open and is paid now. Only this may start what follows a payment. */
        PAID,
        /** This payment was seen before; whatever it led to has been done or is under way. */
        REPEATED,
        /** The order was closed, or paid by another payment: the money is owed back and will be refunded. */
        REFUND_OWED,
        /** It brought less than the order costs: the order stays open, is not closed and is listed for a person. */
        UNDERPAID,
        /** No rule knows the order: listed for a person. */
        UNKNOWN_ORDER,
        /** Neither: listed for a person, with the reason. */
        MANUAL
    }
}

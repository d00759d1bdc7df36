package io.github.ordertimeout.check;

import io.github.ordertimeout.order.OrderSnapshot;

/**
 * Asks the payment side whether an order was paid. Called right before the close, outside any transaction, on the engine's own
 * threads, several orders at a time and each call under {@code payment.timeout}: what takes longer is abandoned (the thread is
 * interrupted) and counts as {@link PaymentState#UNKNOWN}, as does an exception.
 */
@FunctionalInterface
public interface PaymentGateway {
    /** The state over all attempts of this order; asked anew in each pass, so that no answer needs to be kept; never null. */
    PaymentState query(OrderSnapshot order);
}

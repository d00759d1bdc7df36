package io.github.ordertimeout.check;

import io.github.ordertimeout.order.OrderSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The payment side of orders: asked whether an order was paid, and told to cancel what is still open, right before the close.
 *
 * <p>Called outside any transaction, on the engine's own threads, several calls at a time and each under
 * {@code payment.timeout}: what takes longer is abandoned (the thread is interrupted) and counts as unknown, as does an
 * exception. Must be thread-safe.
 */
@FunctionalInterface
public interface PaymentGateway {
    /** The state over all attempts of this order; asked anew before each close, so that no answer needs to be kept; never null. */
    PaymentAnswer query(OrderSnapshot order);

    /**
     * How many orders one {@link #queryAll} takes. The default, 1, asks order by order with {@link #query}, several at a time.
     */
    default int batchSize() {
        return 1;
    }

    /**
     * The answers about several orders by one call, by order id; an order that is missing there is unknown. Only used where
     * {@link #batchSize} is more than 1.
     */
    default Map<String, PaymentAnswer> queryAll(List<OrderSnapshot> orders) {
        Map<String, PaymentAnswer> answers = new LinkedHashMap<>();
        orders.forEach(order -> answers.put(order.id(), query(order)));
        return answers;
    }

    /** Whether {@link #cancel} works. */
    default boolean canCancel() {
        return false;
    }

    /**
     * Makes sure at the provider that a pending payment can no longer succeed. Called for orders that are about to close, once
     * for each open attempt that the query named. May be called again for an attempt that was cancelled already.
     *
     * @param attempt the attempt; empty where the query named none: then whatever is open for the order
     */
    default CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
        throw new UnsupportedOperationException(
                getClass().getName() + " cannot cancel payments; canCancel() should be false");
    }
}

package io.github.ordertimeout.payment;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.transaction.TransactionContext;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The payments that were seen, durably: at most one row per order and reference. Lies beside the orders, and is written in the
 * transaction that decides about a payment.
 *
 * <p>Thread-safe, over several nodes too: whoever writes about an order's payments holds the order's row.
 */
public interface PaymentBook {
    /** Writes the payment down where its reference is new for the order; one that is there stays as it is. */
    void add(SeenPayment payment, TransactionContext transaction);

    /** Every payment of the order, as of now and not as of the transaction's begin, by reference. */
    List<SeenPayment> of(OrderKey key, TransactionContext transaction);

    /** Writes what became of a payment, its amount and its token. */
    void change(SeenPayment changed, TransactionContext transaction);

    /** Which of these orders, all of one source, have money that belongs to them, as committed: they are never closed. */
    Set<OrderKey> holding(Collection<OrderKey> keys);

    /** The payment with this reference, as committed. */
    Optional<SeenPayment> find(OrderKey key, String reference);
}

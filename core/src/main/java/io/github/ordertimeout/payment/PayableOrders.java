package io.github.ordertimeout.payment;

import io.github.ordertimeout.transaction.TransactionContext;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A rule's orders as a payment meets them. Everything happens in the caller's transaction.
 *
 * <p>Thread-safe.
 */
public interface PayableOrders {
    /** Whether the rule says what a paid order looks like: {@code paid-status} or {@code paid-when}. */
    boolean canBePaid();

    /** The ids of the orders with this number: two at most, since that is one too many already. */
    List<String> idsByNumber(String number, TransactionContext transaction);

    /**
     * Locks the order's row, waiting for whoever holds it, and reads it as of now: a plain read would show what it was when the
     * transaction began.
     */
    Optional<PayableOrder> lock(String id, TransactionContext transaction);

    /**
     * Sets a locked, open order to paid: the first {@code paid-status}, or what {@code paid-when} asks for, and {@code on-paid}.
     * The update repeats that it is open.
     *
     * @param reference the payment's, for {@code :reason}
     * @return whether it was
     */
    boolean pay(PayableOrder order, String reference, TransactionContext transaction);

    /** The ids of all orders that are paid together: those with this value in the group column, whatever their status. */
    List<String> idsOfGroup(String group, TransactionContext transaction);

    /** The ids of the open orders that are paid together with others: those with this value in the group column. */
    Set<String> openOfGroup(String group);
}

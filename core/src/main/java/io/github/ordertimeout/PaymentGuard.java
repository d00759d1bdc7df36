package io.github.ordertimeout;

import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.PaymentWindow;
import io.github.ordertimeout.transaction.TransactionContext;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The shop's own door for payments: asked before a payment begins, and told when one has come in. With it no payment is lost
 * beside a close: an order is paid or closed, never both, and what comes too late is owed back.
 *
 * <pre>{@code
 * PaymentWindow window = guard.begin(orderId);                 // checkout: until when may the provider take the money?
 * if (!window.mayBePaid()) { … tell the buyer … }
 *
 * Confirmation paid = guard.confirm(orderId, transactionNo, amount);   // callback
 * if (paid.result() == Confirmation.Result.PAID) { … ship … }
 * … answer the provider "received", whatever the result …
 * }</pre>
 *
 * <p>Orders are named by id or by number. Each call is a transaction of its own, unless the calling thread is in one that the
 * store's transactions know, or {@link #in} names one: then it joins, and its answer counts only once that transaction commits.
 *
 * <p>Thread-safe.
 */
public final class PaymentGuard {
    private final ConfirmStep confirm;
    private final PaymentWindows windows;
    private final Optional<TransactionContext> host;

    PaymentGuard(ConfirmStep confirm, PaymentWindows windows, Optional<TransactionContext> host) {
        this.confirm = confirm;
        this.windows = windows;
        this.host = host;
    }

    /** The same guard, whose {@link #confirm} joins this transaction. Valid as long as that is. */
    public PaymentGuard in(TransactionContext transaction) {
        return new PaymentGuard(confirm, windows, Optional.of(transaction));
    }

    /**
     * Whether the order may still be paid, and until when. Where its time has run out it is closed now, with every check of a
     * pass, unless something forbids that: then it is said to be expired and nothing is changed.
     *
     * <p>Reads and closes on a connection of its own, outside any transaction of the host.
     */
    public PaymentWindow check(String orderId) {
        return windows.of(orderId);
    }

    /**
     * To be called right before a payment is begun at the provider: as {@link #check}. Sets no status: what it returns as
     * {@code payBefore} should be the payment's own expiry at the provider.
     */
    public PaymentWindow begin(String orderId) {
        return windows.of(orderId);
    }

    /** The same where the callback does not say how much was paid: then no underpayment is noticed. */
    public Confirmation confirm(String orderId, String reference) {
        return confirm(orderId, reference, Optional.empty());
    }

    /**
     * Takes a payment that has come in. May be called any number of times for one payment, by several nodes at once.
     *
     * @param reference the provider's name of the payment, the same in every callback; at most 128 characters
     * @param amount what it brought, in the unit of the order's amount
     * @throws AmbiguousOrderException if the number means several orders
     * @throws io.github.ordertimeout.order.OrderTimeoutException or the database's own exception where nothing was decided: the
     *     provider must be answered with a failure then, so that it calls again
     */
    public Confirmation confirm(String orderId, String reference, BigDecimal amount) {
        return confirm(orderId, reference, Optional.of(amount));
    }

    /** The same, with an amount or without. */
    public Confirmation confirm(String orderId, String reference, Optional<BigDecimal> amount) {
        return confirm.confirm(orderId, reference, amount, host);
    }

    /** The same for an order that a rule was just seen to know. */
    void confirm(RuleParts rule, String id, String reference, Optional<BigDecimal> amount) {
        confirm.confirm(rule, id, reference, amount);
    }

    /**
     * Gives a payment back that was confirmed before, for example an underpayment that the buyer will not complete: it is owed
     * back from now on, and holds its order open no longer. Not where the order is paid with it: the rest may have come in since
     * the caller looked.
     *
     * @return whether there was such a payment that was not owed back before
     */
    public boolean refund(String orderId, String reference, String reason) {
        return confirm.refund(orderId, reference, reason, host);
    }
}

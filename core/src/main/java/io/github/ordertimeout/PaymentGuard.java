package io.github.ordertimeout;

import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.PaymentWindow;
import io.github.ordertimeout.transaction.TransactionContext;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;

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
 * <p>Orders are named by id or by number. Where a rule has physical shards ({@code tables}, {@code data-sources}), name the shard
 * too, by {@link #inShard} or as {@code SOURCE/ID}: else every shard is asked, an id that several of them know is refused, and while
 * one cannot be asked nothing is decided.
 *
 * <p>Each call is a transaction of its own, unless the calling thread is in one that the
 * store's transactions know, or {@link #in} names one: then it joins, and its answer counts only once that transaction commits.
 *
 * <p>Thread-safe.
 */
public final class PaymentGuard {
    private final Function<String, ConfirmStep> confirm;
    private final PaymentWindows windows;
    private final Optional<TransactionContext> host;
    private final String source;

    /** Takes what finds the data source of an order, by its id, number or address. */
    PaymentGuard(Function<String, ConfirmStep> confirm, PaymentWindows windows) {
        this(confirm, windows, Optional.empty(), "");
    }

    private PaymentGuard(
            Function<String, ConfirmStep> confirm,
            PaymentWindows windows,
            Optional<TransactionContext> host,
            String source) {
        this.confirm = confirm;
        this.windows = windows;
        this.host = host;
        this.source = source;
    }

    /** The same guard, whose {@link #confirm} joins this transaction. Valid as long as that is. */
    public PaymentGuard in(TransactionContext transaction) {
        return new PaymentGuard(confirm, windows, Optional.of(transaction), source);
    }

    /**
     * The same guard for the orders of one physical shard: no other is asked, and ids and numbers need to be unique in that alone.
     *
     * @param shard the shard's source, {@code ds0.orders_07} for example
     */
    public PaymentGuard inShard(String shard) {
        return new PaymentGuard(confirm, windows, host, shard);
    }

    PaymentGuard inShardOf(RuleParts rule) {
        return rule.rule().shard().isPresent() ? inShard(rule.source()) : this;
    }

    private String address(String order) {
        return source.isEmpty() || order.startsWith(source + "/") ? order : source + "/" + order;
    }

    /**
     * Whether the order may still be paid, and until when. Where its time has run out it is closed now, with every check of a
     * pass, unless something forbids that: then it is said to be expired and nothing is changed.
     *
     * <p>Reads and closes on a connection of its own, outside any transaction of the host.
     */
    public PaymentWindow check(String orderId) {
        return windows.of(address(orderId));
    }

    /**
     * To be called right before a payment is begun at the provider: as {@link #check}. Sets no status: what it returns as
     * {@code payBefore} should be the payment's own expiry at the provider.
     */
    public PaymentWindow begin(String orderId) {
        return windows.of(address(orderId));
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
        return confirm.apply(address(orderId)).confirm(address(orderId), reference, amount, host);
    }

    /** The same for an order that a rule was just seen to know. */
    void confirm(RuleParts rule, String id, String reference, Optional<BigDecimal> amount) {
        confirm.apply(id).confirm(rule, id, reference, amount);
    }

    /**
     * Gives a payment back that was confirmed before, for example an underpayment that the buyer will not complete: it is owed
     * back from now on, and holds its order open no longer. Not where the order is paid with it: the rest may have come in since
     * the caller looked.
     *
     * @return whether there was such a payment that was not owed back before
     */
    public boolean refund(String orderId, String reference, String reason) {
        return confirm.apply(address(orderId)).refund(address(orderId), reference, reason, host);
    }
}

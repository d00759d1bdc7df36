package io.github.ordertimeout;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.Confirmation.Result;
import io.github.ordertimeout.payment.PayableOrder;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import io.github.ordertimeout.transaction.TransactionContext;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Takes a payment that has come in, in one transaction:
 *
 * <ol>
 *   <li>The order's row is locked and read as it is now. Whoever closes it, pays it or confirms another payment waits.
 *   <li>The reference is written down where it is new.
 *   <li>By the row's standing and the references: paid, repeated, owed back, underpaid, or a person's matter. What is owed is
 *       written in the same transaction ({@link ConfirmDecision}).
 * </ol>
 */
final class ConfirmStep {
    private static final int TRIES = 3;

    private final OrderStore store;
    private final List<RuleParts> rules;
    private final EngineListener listener;
    private final Payees payees;
    private final PaymentDuties duties;

    ConfirmStep(OrderStore store, Collection<RuleParts> rules, EngineListener listener) {
        this.store = store;
        this.rules = List.copyOf(rules);
        this.listener = listener;
        this.payees = new Payees(this.rules);
        this.duties = new PaymentDuties(store);
    }

    Confirmation confirm(
            String idOrNumber, String reference, Optional<BigDecimal> amount, Optional<TransactionContext> host) {
        ToldPayment payment = ToldPayment.checked(reference, amount);
        return decide(
                host,
                transaction -> payees.locked(idOrNumber, transaction)
                        .map(payee -> confirm(payee, payment, transaction))
                        .orElseGet(() -> unknown(idOrNumber, payment, transaction)));
    }

    Confirmation confirm(RuleParts rule, String id, String reference, Optional<BigDecimal> amount) {
        ToldPayment payment = ToldPayment.checked(reference, amount);
        return decide(
                Optional.empty(),
                transaction -> rule.payable()
                        .lock(id, transaction)
                        .map(order -> confirm(new Payee(rule, order), payment, transaction))
                        .orElseGet(() -> unknown(rule, id, payment, transaction)));
    }

    boolean refund(String idOrNumber, String reference, String reason, Optional<TransactionContext> host) {
        String token = UUID.randomUUID().toString();
        return inTransaction(
                host,
                transaction -> payees.locked(idOrNumber, transaction)
                        .map(payee -> store.payments().of(payee.key(), transaction).stream()
                                .filter(seen -> seen.reference().equals(reference))
                                .anyMatch(seen -> refund(payee, seen, reason, token, transaction)))
                        .orElse(false));
    }

    private boolean refund(Payee payee, SeenPayment seen, String reason, String token, TransactionContext transaction) {
        if (seen.standing().isOwedBack()) {
            // By this very call, where the answer to its commit was lost.
            return seen.token().equals(token);
        }
        if (seen.standing() == PaymentStanding.PAID && payee.order().standing() == PayableOrder.Standing.PAID) {
            // The rest may have come in right now. What a paid order was paid with is not an underpayment any more.
            return false;
        }
        return duties.oweBack(payee.rule(), payee.order(), seen.by(token), reason, transaction);
    }

    private Confirmation decide(
            Optional<TransactionContext> host, Function<TransactionContext, Confirmation> decision) {
        Confirmation confirmation = inTransaction(host, decision);
        if (joined(host).isEmpty()) {
            listener.onEvent(new EngineEvent.PaymentTaken(ruleOf(confirmation), confirmation));
        }
        return confirmation;
    }

    private String ruleOf(Confirmation confirmation) {
        return rules.stream()
                .filter(rule -> rule.source().equals(confirmation.key().source()))
                .map(RuleParts::name)
                .findFirst()
                .orElse("");
    }

    private Optional<TransactionContext> joined(Optional<TransactionContext> host) {
        return host.or(() -> store.transactions().current());
    }

    /** A commit of which nobody knows is decided again: the row that it wrote has this call's token. */
    private <T> T inTransaction(Optional<TransactionContext> host, Function<TransactionContext, T> work) {
        Optional<TransactionContext> joined = joined(host);
        if (joined.isPresent()) {
            return store.inTransactionOf(joined.get(), work);
        }
        for (int left = TRIES - 1; ; left--) {
            try {
                return store.inShortTransaction(work);
            } catch (CommitOutcomeUnknownException e) {
                if (left == 0) {
                    throw e;
                }
            }
        }
    }

    private Confirmation confirm(Payee payee, ToldPayment payment, TransactionContext transaction) {
        SeenPayment mine = new SeenPayment(
                payee.key(),
                payment.reference(),
                payee.rule().name(),
                PaymentStanding.UNKNOWN_ORDER,
                payment.amount(),
                payee.order().now(),
                payment.token());
        store.payments().add(mine, transaction);
        List<SeenPayment> all = store.payments().of(payee.key(), transaction);
        SeenPayment seen = all.stream()
                .filter(one -> one.reference().equals(payment.reference()))
                .findFirst()
                .orElseThrow(() -> new OrderTimeoutException("The payment book has lost payment " + payment.reference()
                        + " of order " + payee.key() + " within one transaction"));
        if (!seen.standing().isUndecided() && seen.token().equals(payment.token())) {
            return new Confirmation(
                    resultOf(seen), payee.key(), payment.reference(), "decided before; its commit was in doubt");
        }
        return new ConfirmDecision(store, payee, payment, seen.toldBy(mine), all, transaction).decide();
    }

    private static Result resultOf(SeenPayment seen) {
        return switch (seen.standing()) {
            case PAID -> Result.PAID;
            case UNDERPAID -> Result.UNDERPAID;
            case REFUND_OWED, REFUNDED -> Result.REFUND_OWED;
            case UNKNOWN_ORDER -> Result.UNKNOWN_ORDER;
            case TOLD, MANUAL -> Result.MANUAL;
        };
    }

    private Confirmation unknown(String idOrNumber, ToldPayment payment, TransactionContext transaction) {
        if (rules.isEmpty()) {
            throw new OrderTimeoutException(
                    "No rule has a payment-check, so that nobody knows the order of payment " + payment.reference());
        }
        OrderAddress address = OrderAddress.of(idOrNumber, rules);
        return unknown(address.among(rules).get(0), address.idOrNumber(), payment, transaction);
    }

    private Confirmation unknown(
            RuleParts rule, String idOrNumber, ToldPayment payment, TransactionContext transaction) {
        OrderKey key = new OrderKey(rule.source(), idOrNumber);
        String reason = "a payment came in for an order that no rule knows" + payment.shown();
        Instant now = rule.time().now();
        store.payments()
                .add(
                        new SeenPayment(
                                key,
                                payment.reference(),
                                rule.name(),
                                PaymentStanding.UNKNOWN_ORDER,
                                payment.amount(),
                                now,
                                payment.token()),
                        transaction);
        duties.leaveToPerson(rule, key, payment.reference(), reason, now, transaction);
        return new Confirmation(Result.UNKNOWN_ORDER, key, payment.reference(), reason);
    }
}

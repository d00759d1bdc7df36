package io.github.ordertimeout;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.payment.PayableOrder;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Instant;
import java.util.List;

/**
 * Writes down what is left to do about a payment: it is owed back, or a person decides.
 *
 * <p>Orders of one group are paid together: what came in for each of them under one reference is one payment, which stands in the
 * book under the group's first order too. Whoever writes it there first owes it; the others wait for that and join.
 */
record PaymentDuties(OrderStore store) {
    /**
     * In the transaction that decides, under the order's lock.
     *
     * @return false where the group's first order keeps this very payment: then nothing is owed
     */
    boolean oweBack(
            RuleParts rule, PayableOrder order, SeenPayment payment, String reason, TransactionContext transaction) {
        OrderKey first = PaymentGroup.of(rule.rule(), rule.payable(), order.order(), transaction)
                .first();
        if (first.equals(payment.key())) {
            owe(payment, rule, order, reason, transaction);
            return true;
        }
        SeenPayment ofFirst = ofFirst(first, payment, transaction);
        if (!ofFirst.standing().isOwedBack()) {
            if (!ofFirst.standing().isUndecided()) {
                return false;
            }
            owe(ofFirst, rule, order, reason, transaction);
        }
        boolean refunded = ofFirst.standing() == PaymentStanding.REFUNDED;
        store.payments()
                .change(payment.now(refunded ? PaymentStanding.REFUNDED : PaymentStanding.REFUND_OWED), transaction);
        return true;
    }

    /** A person decides. */
    void leaveToPerson(
            RuleParts rule,
            OrderKey key,
            String reference,
            String reason,
            Instant now,
            TransactionContext transaction) {
        store.compensations()
                .addIn(
                        transaction,
                        List.of(new Compensation(rule.name(), key, CompensationKind.MANUAL, reference, reason)),
                        now,
                        "");
    }

    private void owe(
            SeenPayment payment, RuleParts rule, PayableOrder order, String reason, TransactionContext transaction) {
        store.payments().change(payment.now(PaymentStanding.REFUND_OWED), transaction);
        store.compensations()
                .addIn(
                        transaction,
                        List.of(new Compensation(
                                rule.name(), payment.key(), CompensationKind.REFUND, payment.reference(), reason)),
                        order.now(),
                        "");
    }

    private SeenPayment ofFirst(OrderKey first, SeenPayment payment, TransactionContext transaction) {
        SeenPayment same = new SeenPayment(
                first,
                payment.reference(),
                payment.rule(),
                PaymentStanding.UNKNOWN_ORDER,
                payment.amount(),
                payment.seenAt(),
                payment.token());
        store.payments().add(same, transaction);
        return store.payments().of(first, transaction).stream()
                .filter(seen -> seen.reference().equals(payment.reference()))
                .findFirst()
                .orElse(same);
    }
}

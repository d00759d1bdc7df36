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
import java.util.Optional;

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
     * @return false where another order of the group keeps this very payment: then nothing is owed
     */
    boolean oweBack(
            RuleParts rule, PayableOrder order, SeenPayment payment, String reason, TransactionContext transaction) {
        PaymentGroup group = group(rule, order, transaction);
        if (group.keys().stream().anyMatch(key -> keeps(key, payment, transaction))) {
            return false;
        }
        if (group.first().equals(payment.key())) {
            owe(payment, rule, order, reason, transaction);
            return true;
        }
        SeenPayment ofFirst = ofFirst(group.first(), payment, transaction);
        if (ofFirst.standing().isOwedBack()) {
            join(payment, ofFirst, rule, order, transaction);
        } else {
            owe(ofFirst, rule, order, reason, transaction);
            store.payments().change(payment.now(PaymentStanding.REFUND_OWED), transaction);
        }
        return true;
    }

    /** Whether the payment is owed back already, together with another order of the group. Then it can pay none of them. */
    boolean isOwedBackByGroup(RuleParts rule, PayableOrder order, SeenPayment payment, TransactionContext transaction) {
        OrderKey first = group(rule, order, transaction).first();
        Optional<SeenPayment> owed = first.equals(payment.key())
                ? Optional.empty()
                : find(first, payment.reference(), transaction)
                        .filter(seen -> seen.standing().isOwedBack());
        owed.ifPresent(ofFirst -> join(payment, ofFirst, rule, order, transaction));
        return owed.isPresent();
    }

    /**
     * With its first order locked too: whoever pays an order with what came in for the group, or owes it back, so waits for
     * whoever does that for another order of it. Payments that are not committed yet are seen by nobody else.
     */
    private static PaymentGroup group(RuleParts rule, PayableOrder order, TransactionContext transaction) {
        PaymentGroup group = PaymentGroup.of(rule.rule(), rule.payable(), order.order(), transaction);
        if (!group.first().equals(order.order().key())) {
            rule.payable().lock(group.first().id(), transaction);
        }
        return group;
    }

    private boolean keeps(OrderKey key, SeenPayment payment, TransactionContext transaction) {
        return !key.equals(payment.key())
                && find(key, payment.reference(), transaction)
                        .filter(seen -> !seen.standing().isUndecided()
                                && !seen.standing().isOwedBack())
                        .isPresent();
    }

    /** One refund for both; where it is of another amount than this order was told of, a person has to look. */
    private void join(
            SeenPayment payment,
            SeenPayment ofFirst,
            RuleParts rule,
            PayableOrder order,
            TransactionContext transaction) {
        store.payments().change(payment.now(ofFirst.standing()), transaction);
        if (payment.amount().isPresent()
                && ofFirst.amount()
                        .filter(amount -> amount.compareTo(payment.amount().get()) != 0)
                        .isPresent()) {
            leaveToPerson(
                    rule,
                    payment.key(),
                    payment.reference(),
                    "owed back together with the payment of order "
                            + ofFirst.key().id() + " of its group, but for that one "
                            + ofFirst.amount().get().toPlainString() + " came in and for this one "
                            + payment.amount().get().toPlainString(),
                    order.now(),
                    transaction);
        }
    }

    private Optional<SeenPayment> find(OrderKey key, String reference, TransactionContext transaction) {
        return store.payments().of(key, transaction).stream()
                .filter(seen -> seen.reference().equals(reference))
                .findFirst();
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
        return find(first, payment.reference(), transaction).orElse(same);
    }
}

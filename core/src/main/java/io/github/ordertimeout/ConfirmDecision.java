package io.github.ordertimeout;

import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.Confirmation.Result;
import io.github.ordertimeout.payment.LatePayment;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.transaction.TransactionContext;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one payment means for one locked order, by how the row stands and by the payments that the book holds for it. */
final class ConfirmDecision {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private final OrderStore store;
    private final PaymentDuties duties;
    private final Payee payee;
    private final ToldPayment payment;
    private final SeenPayment seen;
    private final List<SeenPayment> all;
    private final TransactionContext transaction;

    ConfirmDecision(
            OrderStore store,
            Payee payee,
            ToldPayment payment,
            SeenPayment seen,
            List<SeenPayment> all,
            TransactionContext transaction) {
        this.store = store;
        this.duties = new PaymentDuties(store);
        this.payee = payee;
        this.payment = payment;
        this.seen = seen;
        this.all = all;
        this.transaction = transaction;
    }

    Confirmation decide() {
        return switch (payee.order().standing()) {
            case OPEN -> open();
            case PAID -> paid();
            case CLOSED -> closed();
            case OTHER -> other();
        };
    }

    private Confirmation open() {
        if (seen.standing().isOwedBack()) {
            return owedBefore("it is owed back already");
        }
        Optional<SeenPayment> before = paidBefore();
        if (before.isPresent() && seen.standing() != PaymentStanding.PAID) {
            // An old copy of the whole row was saved over the paid one: what the book says counts.
            pay(before.get().reference());
            return refund("paid a second time" + payment.shown());
        }
        if (duties.isOwedBackByGroup(payee.rule(), payee.order(), seen, transaction)) {
            return answer(Result.REFUND_OWED, "it is owed back together with another order of its group");
        }
        Optional<BigDecimal> total =
                Amounts.of(payee.rule().rule(), payee.order().order());
        Optional<BigDecimal> sum = seen.amount().map(this::withOthers);
        if (total.isPresent() && sum.isPresent() && sum.get().compareTo(total.get()) < 0) {
            return underpaid(sum.get(), total.get());
        }
        pay(payment.reference());
        all.stream()
                .filter(other -> other.standing() == PaymentStanding.UNDERPAID)
                .forEach(other ->
                        store.payments().change(other.now(PaymentStanding.PAID).by(payment.token()), transaction));
        store.payments().change(seen.now(PaymentStanding.PAID), transaction);
        if (seen.standing() == PaymentStanding.PAID) {
            return answer(Result.REPEATED, "somebody had set the paid order back to open; it is paid again");
        }
        if (total.isPresent() && sum.isPresent() && sum.get().compareTo(total.get()) > 0) {
            manualRow("paid " + sum.get().toPlainString() + " of " + total.get().toPlainString() + ": too much");
        }
        return answer(Result.PAID, "");
    }

    private void pay(String reference) {
        if (!payee.rule().payable().canBePaid()) {
            throw new OrderTimeoutException("Rule " + payee.rule().name()
                    + " does not say what a paid order looks like: set paid-status, or paid-when");
        }
        if (!payee.rule().payable().pay(payee.order(), reference, transaction)) {
            throw new OrderTimeoutException("Order " + payee.key()
                    + " is locked and open, but its update to paid changed no row: a trigger stands in the way."
                    + " Payment " + payment.reference() + " was not taken");
        }
    }

    /** Another payment that the order was paid with. */
    private Optional<SeenPayment> paidBefore() {
        return all.stream()
                .filter(other -> other.standing() == PaymentStanding.PAID
                        && !other.reference().equals(seen.reference()))
                .findFirst();
    }

    /** With the other parts, those of an order that was paid and set back to open too. */
    private BigDecimal withOthers(BigDecimal own) {
        return all.stream()
                .filter(other -> !other.reference().equals(seen.reference())
                        && (other.standing() == PaymentStanding.UNDERPAID || other.standing() == PaymentStanding.PAID))
                .flatMap(other -> other.amount().stream())
                .reduce(own, BigDecimal::add);
    }

    private Confirmation underpaid(BigDecimal sum, BigDecimal total) {
        boolean repeated = seen.standing() == PaymentStanding.UNDERPAID;
        store.payments().change(seen.now(PaymentStanding.UNDERPAID), transaction);
        String reason = sum.toPlainString() + " of " + total.toPlainString()
                + " paid; the order stays open until the rest comes or the payment is refunded";
        store.compensations()
                .addIn(
                        transaction,
                        List.of(new Compensation(payee.rule().name(), payee.key(), CompensationKind.STUCK, "", reason)),
                        StuckOrders.nextLook(payee.rule(), payee.order().now()),
                        "");
        return answer(repeated ? Result.REPEATED : Result.UNDERPAID, reason);
    }

    private Confirmation paid() {
        return switch (seen.standing()) {
            case PAID -> answer(Result.REPEATED, "");
            case REFUND_OWED, REFUNDED -> owedBefore("");
            case UNDERPAID, UNKNOWN_ORDER, TOLD, MANUAL ->
                paidBefore().isPresent()
                        ? refund("paid a second time" + payment.shown())
                        : manual("the order is paid, but not by a payment that the guard has seen:"
                                + " this may be the very one");
        };
    }

    private Confirmation closed() {
        if (seen.standing().isOwedBack()) {
            return owedBefore("");
        }
        if (seen.standing() == PaymentStanding.MANUAL) {
            return answer(Result.REPEATED, "");
        }
        return switch (lateDecision()) {
            case REFUND -> refund("paid after the order was closed" + payment.shown());
            case MANUAL -> manual("paid after the order was closed" + payment.shown());
        };
    }

    private LatePaymentPolicy.Decision lateDecision() {
        LatePayment late =
                new LatePayment(payee.rule().name(), payee.order(), payment.reference(), seen.amount(), transaction);
        try {
            return Objects.requireNonNull(payee.rule().latePayments().decide(late), "the decision is null");
        } catch (RuntimeException e) {
            log.warn(
                    "The late-payment policy of rule {}: payment {} of order {} could not be decided about.",
                    payee.rule().name(),
                    payment.reference(),
                    payee.key(),
                    e);
            throw e;
        }
    }

    /** A shipped order for example: what was decided about this payment before holds. */
    private Confirmation other() {
        if (seen.standing().isOwedBack()) {
            return owedBefore("");
        }
        if (seen.standing() == PaymentStanding.PAID) {
            return answer(Result.REPEATED, "");
        }
        return manual("the order's status " + payee.order().order().status()
                + " is neither open, paid nor closed for rule "
                + payee.rule().name() + payment.shown());
    }

    /**
     * It goes back as it was told of first, perhaps for another order of its group. Where it brought another amount, part of the
     * money would stay with the shop, or too much go back: a person has to look.
     */
    private Confirmation owedBefore(String reason) {
        all.stream()
                .filter(before -> before.reference().equals(payment.reference()))
                .flatMap(before -> before.amount().stream())
                .filter(owed -> payment.amount()
                        .filter(told -> told.compareTo(owed) != 0)
                        .isPresent())
                .forEach(owed ->
                        manualRow("owed back with " + owed.toPlainString() + ", but told of again" + payment.shown()));
        return answer(Result.REPEATED, reason);
    }

    private Confirmation refund(String reason) {
        return duties.oweBack(payee.rule(), payee.order(), seen, reason, transaction)
                ? answer(Result.REFUND_OWED, reason)
                : manual(reason + "; but it is the payment of another order of its group, which keeps it");
    }

    private Confirmation manual(String reason) {
        if (seen.standing() == PaymentStanding.MANUAL) {
            return answer(Result.REPEATED, reason);
        }
        store.payments().change(seen.now(PaymentStanding.MANUAL), transaction);
        manualRow(reason);
        return answer(Result.MANUAL, reason);
    }

    private void manualRow(String reason) {
        duties.leaveToPerson(
                payee.rule(),
                payee.key(),
                payment.reference(),
                reason,
                payee.order().now(),
                transaction);
    }

    private Confirmation answer(Result result, String reason) {
        return new Confirmation(result, payee.key(), payment.reference(), reason);
    }
}

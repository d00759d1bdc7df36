package io.github.ordertimeout;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.Confirmation.Result;
import io.github.ordertimeout.payment.LatePayment;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.payment.PayableOrder;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import io.github.ordertimeout.transaction.TransactionContext;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what a payment that has come in means, in one transaction:
 *
 * <ol>
 *   <li>The order's row is locked and read as it is now. Whoever closes it, pays it or confirms another payment waits.
 *   <li>The reference is written down where it is new.
 *   <li>By the row's standing and the references: paid, repeated, owed back, underpaid, or a person's matter. What is owed is
 *       written in the same transaction.
 * </ol>
 */
final class ConfirmStep {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    private static final int TRIES = 3;

    private final OrderStore store;
    private final List<RuleParts> rules;
    private final EngineListener listener;
    private final OwedPayments debts;

    ConfirmStep(OrderStore store, Collection<RuleParts> rules, EngineListener listener) {
        this.store = store;
        this.rules = List.copyOf(rules);
        this.listener = listener;
        this.debts = new OwedPayments(store);
    }

    /** An order as the rule sees it that answers for its payments. */
    private record Payee(RuleParts rule, PayableOrder order) {
        OrderKey key() {
            return order.order().key();
        }

        /** How well the rule knows the order. */
        int fits() {
            return (order.selected() ? 2 : 0) + (order.standing() == PayableOrder.Standing.OTHER ? 0 : 1);
        }
    }

    Confirmation confirm(
            String idOrNumber, String reference, Optional<BigDecimal> amount, Optional<TransactionContext> host) {
        Payment payment = Payment.checked(reference, amount);
        return decide(
                host,
                transaction -> locked(idOrNumber, transaction)
                        .map(payee -> confirm(payee, payment, transaction))
                        .orElseGet(() -> unknown(idOrNumber, payment, transaction)));
    }

    Confirmation confirm(RuleParts rule, String id, String reference, Optional<BigDecimal> amount) {
        Payment payment = Payment.checked(reference, amount);
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
                transaction -> locked(idOrNumber, transaction)
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
        return debts.oweBack(payee.rule(), payee.order(), seen.by(token), reason, transaction);
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

    /**
     * By id under any rule, else by number. Of several rules of one table the one answers whose conditions the order meets, and of
     * several such ones the first that knows its status.
     */
    private Optional<Payee> locked(String idOrNumber, TransactionContext transaction) {
        List<Payee> byId = new ArrayList<>();
        for (RuleParts rule : rules) {
            rule.payable().lock(idOrNumber, transaction).ifPresent(order -> byId.add(new Payee(rule, order)));
        }
        return only(idOrNumber, byId).or(() -> only(idOrNumber, lockedByNumber(idOrNumber, transaction)));
    }

    private List<Payee> lockedByNumber(String number, TransactionContext transaction) {
        List<Payee> found = new ArrayList<>();
        for (RuleParts rule : rules) {
            for (String id : rule.payable().idsByNumber(number, transaction)) {
                rule.payable().lock(id, transaction).ifPresent(order -> found.add(new Payee(rule, order)));
            }
        }
        return found;
    }

    private static Optional<Payee> only(String idOrNumber, List<Payee> found) {
        Map<OrderKey, Payee> byKey = new LinkedHashMap<>();
        for (Payee payee : found) {
            byKey.merge(payee.key(), payee, (one, other) -> other.fits() > one.fits() ? other : one);
        }
        if (byKey.size() > 1) {
            throw new AmbiguousOrderException(
                    idOrNumber,
                    byKey.keySet().stream().map(OrderKey::toString).sorted().toList());
        }
        return byKey.values().stream().findFirst();
    }

    private Confirmation confirm(Payee payee, Payment payment, TransactionContext transaction) {
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
            return confirmation(resultOf(seen), payee, payment, "decided before; its commit was in doubt");
        }
        return new Decision(payee, payment, seen.toldBy(mine), all, transaction).decide();
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

    private Confirmation unknown(String idOrNumber, Payment payment, TransactionContext transaction) {
        if (rules.isEmpty()) {
            throw new OrderTimeoutException(
                    "No rule has a payment-check, so that nobody knows the order of payment " + payment.reference());
        }
        return unknown(rules.get(0), idOrNumber, payment, transaction);
    }

    private Confirmation unknown(RuleParts rule, String idOrNumber, Payment payment, TransactionContext transaction) {
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
        manual(rule, key, payment.reference(), reason, now, transaction);
        return new Confirmation(Result.UNKNOWN_ORDER, key, payment.reference(), reason);
    }

    private void manual(
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

    private static Confirmation confirmation(Result result, Payee payee, Payment payment, String reason) {
        return new Confirmation(result, payee.key(), payment.reference(), reason);
    }

    /** A payment as it was told, and a token for this call alone. */
    private record Payment(String reference, Optional<BigDecimal> amount, String token) {
        static Payment checked(String reference, Optional<BigDecimal> amount) {
            if (reference.isBlank()) {
                throw new IllegalArgumentException(
                        "The payment's reference is blank: pass the provider's transaction number, the same in every callback");
            }
            if (reference.length() > SeenPayment.LONGEST_REFERENCE) {
                throw new IllegalArgumentException("The payment's reference has " + reference.length()
                        + " characters, and at most " + SeenPayment.LONGEST_REFERENCE
                        + " are kept: pass the provider's transaction number alone, not its whole answer");
            }
            amount.filter(money -> money.signum() <= 0).ifPresent(money -> {
                throw new IllegalArgumentException("The payment's amount is " + money.toPlainString()
                        + ": pass what came in, more than 0, or no amount");
            });
            return new Payment(reference, amount, UUID.randomUUID().toString());
        }

        String shown() {
            return amount.map(money -> " (" + money.toPlainString() + ")").orElse("");
        }
    }

    /** One payment for one locked order. */
    private final class Decision {
        private final Payee payee;
        private final Payment payment;
        private final SeenPayment seen;
        private final List<SeenPayment> all;
        private final TransactionContext transaction;

        Decision(
                Payee payee, Payment payment, SeenPayment seen, List<SeenPayment> all, TransactionContext transaction) {
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
                return answer(Result.REPEATED, "it is owed back already");
            }
            Optional<SeenPayment> before = paidBefore();
            if (before.isPresent() && seen.standing() != PaymentStanding.PAID) {
                // An old copy of the whole row was saved over the paid one: what the book says counts.
                pay(before.get().reference());
                return refund("paid a second time" + payment.shown());
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
                    .forEach(other -> store.payments()
                            .change(other.now(PaymentStanding.PAID).by(payment.token()), transaction));
            store.payments().change(seen.now(PaymentStanding.PAID), transaction);
            if (seen.standing() == PaymentStanding.PAID) {
                return answer(Result.REPEATED, "somebody had set the paid order back to open; it is paid again");
            }
            if (total.isPresent() && sum.isPresent() && sum.get().compareTo(total.get()) > 0) {
                manualRow("paid " + sum.get().toPlainString() + " of "
                        + total.get().toPlainString() + ": too much");
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
                            && (other.standing() == PaymentStanding.UNDERPAID
                                    || other.standing() == PaymentStanding.PAID))
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
                            List.of(new Compensation(
                                    payee.rule().name(), payee.key(), CompensationKind.STUCK, "", reason)),
                            StuckOrders.nextLook(payee.rule(), payee.order().now()),
                            "");
            return answer(repeated ? Result.REPEATED : Result.UNDERPAID, reason);
        }

        private Confirmation paid() {
            return switch (seen.standing()) {
                case PAID, REFUND_OWED, REFUNDED -> answer(Result.REPEATED, "");
                case UNDERPAID, UNKNOWN_ORDER, TOLD, MANUAL ->
                    paidBefore().isPresent()
                            ? refund("paid a second time" + payment.shown())
                            : manual("the order is paid, but not by a payment that the guard has seen:"
                                    + " this may be the very one");
            };
        }

        private Confirmation closed() {
            if (seen.standing().isOwedBack() || seen.standing() == PaymentStanding.MANUAL) {
                return answer(Result.REPEATED, "");
            }
            return switch (lateDecision()) {
                case REFUND -> refund("paid after the order was closed" + payment.shown());
                case MANUAL -> manual("paid after the order was closed" + payment.shown());
            };
        }

        private LatePaymentPolicy.Decision lateDecision() {
            LatePayment late = new LatePayment(
                    payee.rule().name(), payee.order(), payment.reference(), seen.amount(), transaction);
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
            if (seen.standing() == PaymentStanding.PAID || seen.standing().isOwedBack()) {
                return answer(Result.REPEATED, "");
            }
            return manual("the order's status " + payee.order().order().status()
                    + " is neither open, paid nor closed for rule "
                    + payee.rule().name() + payment.shown());
        }

        private Confirmation refund(String reason) {
            return debts.oweBack(payee.rule(), payee.order(), seen, reason, transaction)
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
            ConfirmStep.this.manual(
                    payee.rule(),
                    payee.key(),
                    payment.reference(),
                    reason,
                    payee.order().now(),
                    transaction);
        }

        private Confirmation answer(Result result, String reason) {
            return confirmation(result, payee, payment, reason);
        }
    }
}

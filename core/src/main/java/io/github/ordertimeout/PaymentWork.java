package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentDecision;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks again at orders whose payment is not settled: those that it holds open, and those that were closed while it was open. */
final class PaymentWork {
    private static final Duration LONGEST_WAIT = Duration.ofHours(6);
    /** After so many looks, each twice as far from the last one: a day and more with the usual ten minutes. */
    private static final int LOOKS_AT_AN_OPEN_ATTEMPT = 9;
    /** A provider that has not said anything for so long is a person's matter. */
    private static final int MOST_LOOKS = 40;

    private final ClaimedRows rows;
    private final CloseRetry closes;
    private final FoundPayments found;
    private final PaymentGuard guard;

    PaymentWork(ClaimedRows rows, FoundPayments found, PaymentGuard guard) {
        this.rows = rows;
        this.closes = new CloseRetry(rows);
        this.found = found;
        this.guard = guard;
    }

    /** An order that its payment holds open: closes once that says "not paid", ends once the order has moved on. */
    void stuck(CompensationRow row, RuleParts parts, PassTally tally, Instant now) {
        Optional<OrderFinding> found = parts.scanner().findById(row.what().key().id(), now);
        boolean waits = found.filter(order -> order.open() && !order.paid()).isPresent();
        boolean looksClosable = found.filter(order -> order.unmet().isEmpty() && !order.tooOld())
                .isPresent();
        if (waits && !looksClosable && !unsettled(row, parts).isEmpty()) {
            rows.later(row, StuckOrders.nextLook(parts, now), row.what().reason());
            return;
        }
        if (!waits && found.filter(OrderFinding::paid).isEmpty()) {
            List<SeenPayment> unsettled = unsettled(row, parts);
            unsettled.forEach(payment -> movedOn(payment, found, parts, now));
            if (unsettled.isEmpty() && found.map(OrderFinding::closed).orElse(true)) {
                watch(row.what().key(), parts, now);
            }
            rows.resolve(row);
            return;
        }
        // What stays open the pass counts, by the row; here only what closes.
        PassTally besides = new PassTally(now);
        closes.retry(
                row,
                parts,
                besides,
                now,
                new CloseRetry.Held() {
                    @Override
                    public void held(OrderSnapshot order, PaymentDecision.Held held) {
                        PaymentWork.this.held(row, order, held, parts, now);
                    }

                    @Override
                    public void heldByPolicy(ClaimedRows claimed, CompensationRow stuck) {
                        // It is stuck all the same. A row that came and went with the policy would alert each time.
                        claimed.later(
                                stuck,
                                StuckOrders.nextLook(parts, now),
                                stuck.what().reason());
                    }
                },
                gone -> rows.resolve(row));
        tally.closedBesides(besides);
    }

    /** Somebody else closed or deleted it, over a payment that was not settled: its money may still come. */
    private static void watch(OrderKey key, RuleParts parts, Instant now) {
        if (parts.payments().isPresent() && !parts.rule().payment().recheck().isZero()) {
            parts.store()
                    .compensations()
                    .add(
                            new Compensation(
                                    parts.name(),
                                    key,
                                    CompensationKind.RECHECK,
                                    "",
                                    "closed by somebody else while its payment was not settled:"
                                            + " the provider is asked once more"),
                            now.plus(parts.rule().payment().recheck()));
        }
    }

    /** Money that came in for the order and of which nobody has said yet where it belongs. */
    private static List<SeenPayment> unsettled(CompensationRow row, RuleParts parts) {
        return parts
                .store()
                .inShortTransaction(
                        transaction -> parts.store().payments().of(row.what().key(), transaction))
                .stream()
                .filter(payment ->
                        payment.standing() == PaymentStanding.UNDERPAID || payment.standing() == PaymentStanding.TOLD)
                .toList();
    }

    /**
     * Money came in, and the order was closed by somebody, deleted, or went to a status that no rule knows: nobody else would
     * think of it. A part that the guard took is decided about as if it came now. A payment that the hook was told of may have
     * been dealt with there: a person says.
     */
    private void movedOn(SeenPayment payment, Optional<OrderFinding> found, RuleParts parts, Instant now) {
        if (payment.standing() == PaymentStanding.UNDERPAID) {
            guard.confirm(parts, payment.key().id(), payment.reference(), payment.amount());
            return;
        }
        String where =
                found.map(order -> "has the status " + order.order().status()).orElse("is gone");
        parts.store()
                .compensations()
                .add(
                        new Compensation(
                                parts.name(),
                                payment.key(),
                                CompensationKind.MANUAL,
                                payment.reference(),
                                "the provider knows a payment that nobody confirmed"
                                        + payment.amount()
                                                .map(amount -> " (" + amount.toPlainString() + ")")
                                                .orElse("")
                                        + "; meanwhile the order " + where),
                        now);
    }

    private void held(
            CompensationRow row, OrderSnapshot order, PaymentDecision.Held held, RuleParts parts, Instant now) {
        String reason = StuckOrders.reason(parts, order, held);
        boolean isPaid = held.answer().state() == PaymentState.PAID;
        boolean listedAsPaid = row.what().type().equals(CompensationKind.PAID);
        boolean isPart = held.answer().state() == PaymentState.PARTIALLY_PAID;
        if (isPaid ? !listedAsPaid : isPart && listedAsPaid) {
            // One row for an order, of the kind that fits what is known now.
            StuckOrders.list(parts, order, held, now);
            rows.resolve(row);
            return;
        }
        switch (isPaid ? found.tell(parts, order, held.answer(), now) : FoundPayments.Told.ALL) {
            case ALL -> rows.later(row, StuckOrders.nextLook(parts, now), reason);
            case PAUSED -> rows.soon(row, now);
            case FAILED -> rows.failed(row, reason + "; the hook for found payments failed", now);
        }
    }

    /** Told of a row that could not be worked off. */
    @FunctionalInterface
    interface Broken {
        void broken(CompensationRow row, RuntimeException failure);
    }

    /** Orders of one rule that were closed while a payment could still come in. Whatever one row throws, the others are worked off. */
    void recheck(List<CompensationRow> due, RuleParts parts, Instant now, Broken broken) {
        if (parts.payments().isEmpty()) {
            due.forEach(row -> rows.muchLater(row, now));
            return;
        }
        List<CompensationRow> asked = new ArrayList<>();
        List<OrderSnapshot> orders = new ArrayList<>();
        for (CompensationRow row : due) {
            try {
                closedOrder(row, parts, now).ifPresent(order -> {
                    asked.add(row);
                    orders.add(order);
                });
            } catch (RuntimeException e) {
                broken.broken(row, e);
            }
        }
        Map<String, PaymentAnswer> answers = parts.payments().get().query(orders);
        for (int i = 0; i < asked.size(); i++) {
            try {
                answered(
                        asked.get(i),
                        orders.get(i),
                        answers.getOrDefault(orders.get(i).id(), PaymentAnswer.unknown()),
                        parts,
                        now);
            } catch (RuntimeException e) {
                broken.broken(asked.get(i), e);
            }
        }
    }

    /**
     * Not where it is open again or paid: then its payments are looked at as such. Where its row is gone money may come in all the
     * same: the provider is asked about its key alone.
     */
    private Optional<OrderSnapshot> closedOrder(CompensationRow row, RuleParts parts, Instant now) {
        Optional<OrderFinding> finding =
                parts.scanner().findById(row.what().key().id(), now);
        if (finding.isEmpty()) {
            return Optional.of(OrderSnapshot.gone(row.what().key()));
        }
        if (finding.get().open() && finding.get().unmet().isEmpty()
                || finding.get().paid()) {
            rows.resolve(row);
            return Optional.empty();
        }
        return finding.map(OrderFinding::order);
    }

    private void answered(
            CompensationRow row, OrderSnapshot order, PaymentAnswer answer, RuleParts parts, Instant now) {
        switch (answer.state()) {
            case PAID, PARTIALLY_PAID -> {
                take(order, answer, parts, now);
                // Another attempt may bring money too.
                whileOpen(row, answer, parts, now);
            }
            case NOT_PAID -> whileOpen(row, answer, parts, now);
            default -> {
                if (row.attempts() >= MOST_LOOKS) {
                    parts.store()
                            .compensations()
                            .add(
                                    new Compensation(
                                            parts.name(),
                                            order.key(),
                                            CompensationKind.MANUAL,
                                            "",
                                            "closed; after " + row.attempts()
                                                    + " questions the provider has not said whether it was paid"),
                                    now);
                    rows.resolve(row);
                } else {
                    rows.lookedAt(
                            row, now.plus(wait(row, parts)), answer.state().reason() + " after the close");
                }
            }
        }
    }

    private void whileOpen(CompensationRow row, PaymentAnswer answer, RuleParts parts, Instant now) {
        if (answer.open().isEmpty() || row.attempts() >= LOOKS_AT_AN_OPEN_ATTEMPT) {
            rows.resolve(row);
        } else {
            rows.lookedAt(row, now.plus(wait(row, parts)), row.what().reason());
        }
    }

    private static Duration wait(CompensationRow row, RuleParts parts) {
        Duration first = parts.rule().payment().recheck();
        Duration doubled = first.multipliedBy(1L << Math.min(row.attempts(), 10));
        return doubled.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : doubled;
    }

    /** Money that came in after the close, of which no notification came: as if it came now. */
    private void take(OrderSnapshot order, PaymentAnswer answer, RuleParts parts, Instant now) {
        List<PaymentAttempt> paid = answer.attempts().stream()
                .filter(attempt ->
                        attempt.state() == PaymentState.PAID || attempt.state() == PaymentState.PARTIALLY_PAID)
                .toList();
        for (PaymentAttempt attempt : paid) {
            guard.confirm(parts, order.id(), attempt.reference(), attempt.amount());
        }
        if (paid.isEmpty()) {
            // A refund needs the payment's own name: a second refund under the notification's name must not be
            // possible.
            parts.store()
                    .compensations()
                    .add(
                            new Compensation(
                                    parts.name(),
                                    order.key(),
                                    CompensationKind.MANUAL,
                                    "",
                                    "paid after the close"
                                            + answer.paid()
                                                    .map(amount -> " (" + amount.toPlainString() + ")")
                                                    .orElse("")
                                            + "; the gateway names no payment: refund it by hand, or let it name its attempts"),
                            now);
        }
    }
}

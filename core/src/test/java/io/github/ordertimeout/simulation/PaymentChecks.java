package io.github.ordertimeout.simulation;

import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.RefundRequest;
import io.github.ordertimeout.simulation.Commit.RowChange;
import io.github.ordertimeout.simulation.Provider.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Money and orders: no close over a payment, no payment without its order, nothing given back but what is owed. Worked out anew
 * from what the provider, the rows and the answers say.
 */
final class PaymentChecks {
    /**
     * What a gateway said of an order.
     *
     * @param state over all attempts
     * @param at when
     * @param pending the attempts that could still be paid with
     * @param ended whether it named attempts, none of them open
     * @param cancelledAt when the last answer to a cancel came; null where there was none
     */
    record Answer(
            PaymentState state,
            Instant at,
            Set<String> pending,
            boolean ended,
            @Nullable Instant cancelledAt) {}

    /** The look at the primary that comes before the query, for a pass that began at another moment. */
    private record Recheck(Instant at, Instant passBegan, boolean dueRequired) {}

    private final Plan plan;
    private final Oracle oracle;
    private final History history;
    private final Provider provider;
    private final Supplier<Instant> clock;
    private final Map<Actor, Map<String, Answer>> answers = new HashMap<>();
    private final Map<Actor, Map<String, Recheck>> rechecks = new HashMap<>();
    private final Map<String, Instant> changed = new HashMap<>();
    private final Map<String, Instant> statusChanged = new HashMap<>();
    private final Map<String, Instant> heldSince = new HashMap<>();
    private final Map<String, Instant> lastTaken = new HashMap<>();
    private final Map<String, Integer> paidOrders = new HashMap<>();
    private final Map<String, Integer> saidPaid = new HashMap<>();
    private final Set<String> paidByGuard = new HashSet<>();
    private final Set<String> watched = new HashSet<>();

    PaymentChecks(Plan plan, Oracle oracle, History history, Provider provider, Supplier<Instant> clock) {
        this.plan = plan;
        this.oracle = oracle;
        this.history = history;
        this.provider = provider;
        this.clock = clock;
    }

    Instant now() {
        return clock.get();
    }

    /** Whether the guard made it a paid order, and nobody changed that since. */
    boolean isPaidByGuard(String order) {
        return paidByGuard.contains(order);
    }

    /** Attempts that could still be paid with when their order was closed, so that the provider is asked again. */
    boolean isWatched(String reference) {
        return watched.contains(reference);
    }

    /** When a callback of this payment was taken last; when that call began. */
    Optional<Instant> lastTaken(String reference) {
        return Optional.ofNullable(lastTaken.get(reference));
    }

    /** When the order got its present status. */
    Instant statusSince(String order) {
        return statusChanged.getOrDefault(order, Instant.MIN);
    }

    // What engines ask and say.

    void rechecked(Actor by, CloseBatch batch) {
        Recheck recheck = new Recheck(now(), batch.now(), batch.cause().dueRequired());
        batch.orders()
                .forEach(order ->
                        rechecks.computeIfAbsent(by, key -> new HashMap<>()).put(order.id(), recheck));
    }

    void unanswered(Actor by, String order) {
        answers.computeIfAbsent(by, key -> new HashMap<>()).remove(order);
    }

    Answer answer(String order, PaymentAnswer answer) {
        Set<String> pending = new HashSet<>();
        provider.of(order).stream().filter(Attempt::isPending).forEach(attempt -> pending.add(attempt.reference));
        boolean ended = !answer.attempts().isEmpty() && answer.open().isEmpty();
        return new Answer(answer.state(), now(), pending, ended, null);
    }

    void answered(Actor by, String order, Answer answer) {
        answers.computeIfAbsent(by, key -> new HashMap<>()).put(order, answer);
    }

    /** A cancel is about to take effect. */
    void cancels(Actor by, String order) {
        Recheck recheck = rechecks.getOrDefault(by, Map.of()).get(order);
        if (recheck == null) {
            throw new Violation(2, "the payment of order " + order + " is cancelled unasked");
        }
        boolean untouched = changed.getOrDefault(order, Instant.MIN).isBefore(recheck.at());
        MemoryRow row = history.row("orders", order);
        boolean closable = row != null
                && (recheck.dueRequired() ? oracle.isClosable(row, recheck.passBegan()) : oracle.isClosable(row));
        if (untouched && !closable && provider.of(order).stream().anyMatch(Attempt::isPending)) {
            throw new Violation(2, "the payment of order " + order + " is cancelled though the order stays open");
        }
        if (isHeld(order) && heldSince.getOrDefault(order, Instant.MAX).isBefore(recheck.at())) {
            throw new Violation(2, "the rest of order " + order + " is cancelled, part of which is paid");
        }
    }

    void cancelled(Actor by, String order) {
        answers.getOrDefault(by, new HashMap<>())
                .computeIfPresent(
                        order, (id, old) -> new Answer(old.state(), old.at(), old.pending(), old.ended(), now()));
    }

    /** Money is about to go back. */
    void refunds(RefundRequest request) {
        MemoryRow payment = payment(request.key().id(), request.reference());
        if (payment == null || !isOwedBack(standing(payment))) {
            throw new Violation(
                    7, "payment " + request.reference() + " is given back, though no commit says that it is owed");
        }
    }

    void refunded(RefundRequest request) {
        if (provider.attempt(request.reference()).refunds > 1) {
            throw new Violation(7, "payment " + request.reference() + " was given back twice");
        }
    }

    /** A callback was taken; the call began at that moment. */
    void taken(String reference, Instant began, Confirmation confirmation) {
        lastTaken.merge(reference, began, (one, other) -> one.isAfter(other) ? one : other);
        if (confirmation.result() == Confirmation.Result.PAID) {
            int said = saidPaid.merge(reference, 1, Integer::sum);
            if (said > paidOrders.getOrDefault(reference, 0)) {
                throw new Violation(7, "payment " + reference + " was said to have paid its order and has not");
            }
        }
    }

    // What commits do.

    void check(Commit commit) {
        for (RowChange change : commit.of("orders")) {
            MemoryRow before = change.before();
            MemoryRow after = change.after();
            changed.put(change.key(), commit.at());
            if (before == null || after == null || !oracle.status(before).equals(oracle.status(after))) {
                statusChanged.put(change.key(), commit.at());
                paidByGuard.remove(change.key());
            }
        }
        if (commit.by().node == null) {
            return;
        }
        for (RowChange change : commit.of("order_timeout_payment")) {
            MemoryRow after = change.after();
            if (after == null) {
                throw new Violation(7, "payment " + change.key() + " was deleted");
            }
            PaymentStanding before = standing(change.before());
            PaymentStanding standing = standing(after);
            if (standing != null && standing.holdsOrder()) {
                heldSince.putIfAbsent(after.text("order_id"), commit.at());
            }
            if (standing != before) {
                decided(commit, before, after);
            }
        }
    }

    private void decided(Commit commit, @Nullable PaymentStanding before, MemoryRow payment) {
        String id = payment.text("order_id");
        String reference = payment.text("reference");
        MemoryRow order = before(commit, "orders", id);
        PaymentStanding now = Objects.requireNonNull(standing(payment));
        String what = "payment " + reference + " of order " + id + " went from " + before + " to " + now;
        boolean sound =
                switch (now) {
                    case UNKNOWN_ORDER ->
                        !history.isOlder(id, commit.begunAt()) && has(CompensationKind.MANUAL, id, reference);
                    case TOLD ->
                        plan.payments().gateway() && (before == null || before == PaymentStanding.UNKNOWN_ORDER);
                    case PAID -> order != null && oracle.isOpen(order) && isEnough(commit, id, reference);
                    case UNDERPAID ->
                        order != null
                                && oracle.isOpen(order)
                                && !isEnough(commit, id, reference)
                                && has(CompensationKind.STUCK, id, "");
                    case REFUND_OWED ->
                        order != null
                                && has(CompensationKind.REFUND, id, reference)
                                && (oracle.isClosed(order)
                                        ? plan.refundsLatePayments()
                                        : (oracle.isPaid(order) || oracle.isOpen(order))
                                                && before != PaymentStanding.PAID
                                                && isPaidByAnother(id, reference));
                    case REFUNDED -> before == PaymentStanding.REFUND_OWED && provider.attempt(reference).refunds == 1;
                    case MANUAL ->
                        order != null
                                && has(CompensationKind.MANUAL, id, reference)
                                && (oracle.isClosed(order)
                                        ? !plan.refundsLatePayments()
                                        : oracle.isPaid(order) && !isPaidByAnother(id, reference));
                };
        if (!sound) {
            throw new Violation(7, what + ", when the order was " + (order == null ? "unknown" : order.columns()));
        }
    }

    /** The order is paid by a commit of a node. */
    void paid(Commit commit, RowChange change) {
        String id = change.key();
        MemoryRow before = change.before();
        MemoryRow after = change.after();
        if (before == null || after == null || !oracle.isOpen(before)) {
            throw new Violation(7, "order " + id + " was set to paid when it was " + before);
        }
        before.columns().forEach((column, value) -> {
            if (!column.equals("status") && !Objects.equals(value, after.get(column))) {
                throw new Violation(7, "order " + id + ": its " + column + " was changed by a payment");
            }
        });
        Set<String> references = new HashSet<>();
        for (RowChange payment : commit.of("order_timeout_payment")) {
            MemoryRow row = payment.after();
            if (row != null && row.text("order_id").equals(id) && standing(row) == PaymentStanding.PAID) {
                references.add(row.text("reference"));
            }
        }
        // A paid order that somebody set back to open is paid again, by what it was paid with, when a second payment
        // comes.
        if (references.isEmpty() && !isPaidByAnother(id, "")) {
            throw new Violation(7, "order " + id + " was set to paid without a payment");
        }
        references.forEach(reference -> paidOrders.merge(reference, 1, Integer::sum));
        paidByGuard.add(id);
    }

    /** The order is closed by a commit of a node. */
    void closed(Commit commit, String id) {
        for (MemoryRow payment : history.rows("order_timeout_payment")) {
            PaymentStanding standing = standing(before(commit, "order_timeout_payment", payment.key()));
            if (payment.text("order_id").equals(id) && standing != null && standing.holdsOrder()) {
                throw new Violation(
                        2, "order " + id + " was closed over payment " + payment.text("reference") + ", " + standing);
            }
        }
        if (plan.payments().gateway()) {
            byItsAnswer(commit, id);
        }
    }

    private void byItsAnswer(Commit commit, String id) {
        Answer answer = answers.getOrDefault(commit.by(), Map.of()).get(id);
        if (answer == null || answer.state() != PaymentState.NOT_PAID) {
            throw new Violation(2, "order " + id + " was closed though the provider said " + answer);
        }
        boolean certain = answer.ended() || answer.cancelledAt() != null;
        boolean looksAgain = !certain && !plan.rule().payment().recheck().isZero();
        Instant said = answer.cancelledAt() == null ? answer.at() : answer.cancelledAt();
        Duration age = Duration.between(said, commit.begunAt());
        if (!answer.ended() && age.compareTo(plan.rule().payment().answerValid()) > 0) {
            throw new Violation(2, "order " + id + " was closed by an answer that was " + age + " old");
        }
        for (String reference : answer.pending()) {
            Attempt attempt = provider.attempt(reference);
            if (plan.cancelsFirst() && (attempt.isPending() || attempt.hasMoney())) {
                throw new Violation(
                        2, "order " + id + " was closed, its payment " + reference + " is " + attempt.state);
            }
            if (looksAgain && plan.payments().named()) {
                watched.add(reference);
            }
        }
        if (looksAgain && !has(CompensationKind.RECHECK, id, "")) {
            throw new Violation(2, "order " + id + " may still be paid, and nobody will look again");
        }
        answers.getOrDefault(commit.by(), new HashMap<>()).remove(id);
    }

    private boolean isEnough(Commit commit, String order, String reference) {
        if (!plan.knowsAmounts()) {
            return true;
        }
        int sum = provider.attempt(reference).money;
        for (MemoryRow payment : history.rows("order_timeout_payment")) {
            PaymentStanding standing = standing(before(commit, "order_timeout_payment", payment.key()));
            if (payment.text("order_id").equals(order)
                    && !payment.text("reference").equals(reference)
                    && (standing == PaymentStanding.UNDERPAID
                            || (standing != PaymentStanding.PAID && standing(payment) == PaymentStanding.PAID))) {
                sum += provider.attempt(payment.text("reference")).money;
            }
        }
        return sum >= Provider.TOTAL;
    }

    private boolean isPaidByAnother(String order, String reference) {
        for (MemoryRow payment : history.rows("order_timeout_payment")) {
            if (payment.text("order_id").equals(order)
                    && !payment.text("reference").equals(reference)
                    && standing(payment) == PaymentStanding.PAID) {
                return true;
            }
        }
        return false;
    }

    private @Nullable MemoryRow before(Commit commit, String table, String key) {
        for (RowChange change : commit.of(table)) {
            if (change.key().equals(key)) {
                return change.before();
            }
        }
        return history.row(table, key);
    }

    /** Whether the guard has seen money that belongs to the order. */
    boolean isHeld(String order) {
        for (MemoryRow payment : history.rows("order_timeout_payment")) {
            PaymentStanding standing = standing(payment);
            if (payment.text("order_id").equals(order) && standing != null && standing.holdsOrder()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the compensation table has such a row. */
    boolean has(CompensationKind kind, String order, String type) {
        for (MemoryRow row : history.rows("order_timeout_compensation")) {
            if (row.get("kind") == kind
                    && row.text("order_id").equals(order)
                    && row.text("type").equals(type)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The row of a payment; null where it was not seen. One for an order that nobody knew lies under the name that the callback
     * gave it, and counts where there is no other.
     */
    @Nullable
    MemoryRow payment(String order, String reference) {
        MemoryRow unknown = null;
        for (MemoryRow payment : history.rows("order_timeout_payment")) {
            if (payment.text("reference").equals(reference)) {
                if (payment.text("order_id").equals(order)) {
                    return payment;
                }
                unknown = payment;
            }
        }
        return unknown;
    }

    static @Nullable PaymentStanding standing(@Nullable MemoryRow payment) {
        return payment != null && payment.get("standing") instanceof PaymentStanding standing ? standing : null;
    }

    static boolean isOwedBack(@Nullable PaymentStanding standing) {
        return standing == PaymentStanding.REFUND_OWED || standing == PaymentStanding.REFUNDED;
    }
}

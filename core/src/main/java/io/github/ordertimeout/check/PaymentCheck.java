package io.github.ordertimeout.check;

import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.time.TimeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Asks the payment side about orders that are about to close, and cancels what is still open there. Orders that are paid
 * together are one unit: asked about once.
 *
 * <p>Thread-safe.
 */
public final class PaymentCheck {
    private final PaymentGateway gateway;
    private final PaymentSettings settings;
    private final RemoteCalls calls;
    private final TimeSource time;
    private final Random draw = new Random(42);

    /** Takes a gateway, and the calls to reach it by. */
    public PaymentCheck(PaymentGateway gateway, PaymentSettings settings, RemoteCalls calls, TimeSource time) {
        this.gateway = gateway;
        this.settings = settings;
        this.calls = calls;
        this.time = time;
    }

    /** How many calls were abandoned so far, since they took longer than {@code payment.timeout}. */
    public long abandoned() {
        return calls.abandoned();
    }

    /**
     * How many units {@link #ask} should be given at a time: as many as one call at once can settle. Where payments are cancelled
     * that is one order a call, even if many are asked about in one.
     */
    public int roundSize() {
        if (calls.isPaused()) {
            return Integer.MAX_VALUE;
        }
        return cancels()
                ? calls.atOnce()
                : (int) Math.min(Integer.MAX_VALUE, (long) calls.atOnce() * Math.max(1, gateway.batchSize()));
    }

    /**
     * The units in the order to ask about them. More than one round of them is drawn: calls that fail by their own orders' fault
     * must not make up the first round of every pass, and with it the reason to ask about no other order.
     */
    public List<List<OrderSnapshot>> drawn(List<List<OrderSnapshot>> units) {
        if (units.size() <= roundSize()) {
            return units;
        }
        List<List<OrderSnapshot>> drawn = new ArrayList<>(units);
        synchronized (draw) {
            Collections.shuffle(drawn, draw);
        }
        return drawn;
    }

    /** Whether pending payments are cancelled before an order closes. */
    public boolean cancels() {
        return settings.cancelFirst() != PaymentSettings.CancelFirst.FALSE && gateway.canCancel();
    }

    /** The moment, for {@link #isAging} and {@link #isValid}: monotonic nanoseconds. */
    public long clock() {
        return time.nanoTime();
    }

    /** Whether answers asked for then should be used now: they have used up half of their time, or the next round has to wait. */
    public boolean isAging(long asked) {
        return calls.mustWait()
                || time.nanoTime() - asked > settings.answerValid().toNanos() / 2;
    }

    /** Whether answers asked for then may still close an order. */
    public boolean isValid(long asked) {
        return time.nanoTime() - asked <= settings.answerValid().toNanos();
    }

    /**
     * Asks, and cancels where nothing was paid.
     *
     * @param units orders that are paid together, or single ones; none is empty
     * @param mayCancel whether the unit's payment may be cancelled: not where an order hangs on it that stays open
     */
    public Round ask(List<List<OrderSnapshot>> units, Predicate<List<OrderSnapshot>> mayCancel) {
        long asked = time.nanoTime();
        List<OrderSnapshot> first = units.stream().map(unit -> unit.get(0)).toList();
        Map<String, PaymentAnswer> answers = query(first);
        List<Cancelling> cancelling = new ArrayList<>();
        List<PaymentDecision> decisions = new ArrayList<>();
        for (int i = 0; i < units.size(); i++) {
            OrderSnapshot order = first.get(i);
            PaymentAnswer answer = answers.getOrDefault(order.id(), PaymentAnswer.unknown());
            PaymentDecision decision = decide(answer);
            if (decision instanceof PaymentDecision.MayClose close
                    && close.mayStillBePaid()
                    && cancels()
                    && mayCancel.test(units.get(i))) {
                cancelling.addAll(Cancelling.of(i, order, answer));
            }
            decisions.add(decision);
        }
        if (cancelling.isEmpty()) {
            return new Round(decisions, asked);
        }
        long cancelled = time.nanoTime();
        cancel(cancelling, decisions);
        boolean allCancelled = decisions.stream()
                .allMatch(decision -> !(decision instanceof PaymentDecision.MayClose close) || close.cancelled());
        return new Round(decisions, allCancelled ? cancelled : asked);
    }

    /**
     * What a round of calls brought.
     *
     * @param decisions for each unit, in their order
     * @param asked when the answers were asked for: where a payment was cancelled for every unit that may close, when the cancels were
     */
    public record Round(List<PaymentDecision> decisions, long asked) {
        /** Copies the decisions. */
        public Round {
            decisions = List.copyOf(decisions);
        }
    }

    private static PaymentDecision decide(PaymentAnswer answer) {
        if (answer.state() != PaymentState.NOT_PAID) {
            return PaymentDecision.Held.by(answer);
        }
        boolean ended = !answer.attempts().isEmpty() && answer.open().isEmpty();
        return new PaymentDecision.MayClose(false, !ended);
    }

    /** The answer for each order, by id; unknown where the gateway failed, hung or was not asked. Cancels nothing. */
    public Map<String, PaymentAnswer> query(List<OrderSnapshot> orders) {
        Map<String, PaymentAnswer> answers = new LinkedHashMap<>();
        int size = Math.min(Math.max(1, gateway.batchSize()), Math.max(1, orders.size()));
        List<List<OrderSnapshot>> batches = new ArrayList<>();
        for (int start = 0; start < orders.size(); start += size) {
            batches.add(orders.subList(start, Math.min(orders.size(), start + size)));
        }
        List<Supplier<Map<String, PaymentAnswer>>> asked =
                batches.stream().map(this::call).toList();
        List<Optional<Map<String, PaymentAnswer>>> results = calls.all(asked);
        for (int i = 0; i < batches.size(); i++) {
            Map<String, PaymentAnswer> known = results.get(i).orElse(Map.of());
            batches.get(i)
                    .forEach(order -> answers.put(
                            order.id(), Objects.requireNonNullElseGet(known.get(order.id()), PaymentAnswer::unknown)));
        }
        return answers;
    }

    private Supplier<Map<String, PaymentAnswer>> call(List<OrderSnapshot> batch) {
        return gateway.batchSize() <= 1
                ? () -> Map.of(batch.get(0).id(), gateway.query(batch.get(0)))
                : () -> gateway.queryAll(List.copyOf(batch));
    }

    /** All at once, and into the decisions. */
    private void cancel(List<Cancelling> cancelling, List<PaymentDecision> decisions) {
        List<Supplier<CancelAnswer>> asked = new ArrayList<>();
        cancelling.forEach(one -> asked.add(() -> gateway.cancel(one.order(), one.attempt())));
        List<Optional<CancelAnswer>> results = calls.all(asked);
        for (int i = 0; i < cancelling.size(); i++) {
            Cancelling one = cancelling.get(i);
            decisions.set(
                    one.unit(),
                    worse(decisions.get(one.unit()), one.decided(results.get(i).orElse(CancelAnswer.unknown()))));
        }
    }

    /** A payment that was found comes before everything else, since it must be told; else what holds back. */
    private static PaymentDecision worse(PaymentDecision one, PaymentDecision other) {
        boolean cancelled = cancelled(one) || cancelled(other);
        PaymentDecision worse = rank(other) > rank(one) ? other : one;
        return worse instanceof PaymentDecision.Held held
                ? new PaymentDecision.Held(held.answer(), held.reason(), held.until(), cancelled)
                : new PaymentDecision.MayClose(cancelled, false);
    }

    private static boolean cancelled(PaymentDecision decision) {
        return decision instanceof PaymentDecision.MayClose close
                ? close.cancelled()
                : decision instanceof PaymentDecision.Held held && held.cancelled();
    }

    private static int rank(PaymentDecision decision) {
        return decision instanceof PaymentDecision.Held held ? held.answer().state() == PaymentState.PAID ? 2 : 1 : 0;
    }

    /** One attempt of the order that stands for a unit. */
    private record Cancelling(int unit, OrderSnapshot order, PaymentAnswer answer, Optional<PaymentAttempt> attempt) {
        static List<Cancelling> of(int unit, OrderSnapshot order, PaymentAnswer answer) {
            return answer.attempts().isEmpty()
                    ? List.of(new Cancelling(unit, order, answer, Optional.empty()))
                    : answer.open().stream()
                            .map(attempt -> new Cancelling(unit, order, answer, Optional.of(attempt)))
                            .toList();
        }

        PaymentDecision decided(CancelAnswer cancelled) {
            if (cancelled instanceof CancelAnswer.AlreadyPaid) {
                List<PaymentAttempt> attempts = attempt.stream()
                        .map(open -> new PaymentAttempt(open.reference(), PaymentState.PAID, false, open.amount()))
                        .toList();
                return PaymentDecision.Held.by(new PaymentAnswer(PaymentState.PAID, attempts, answer.paid()));
            }
            if (cancelled instanceof CancelAnswer.TooEarly tooEarly) {
                return new PaymentDecision.Held(
                        answer, "payment-cancel-too-early", Optional.of(tooEarly.until()), false);
            }
            return cancelled instanceof CancelAnswer.Unknown
                    ? new PaymentDecision.Held(
                            PaymentAnswer.unknown(), "payment-cancel-unknown", Optional.empty(), false)
                    : new PaymentDecision.MayClose(true, false);
        }
    }
}

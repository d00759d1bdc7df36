package io.github.ordertimeout.testkit;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * A payment side that answers what a test tells it, order by order, and keeps a record. Where nothing is said, nothing was paid.
 *
 * <pre>{@code
 * ScriptedGateway gateway = new ScriptedGateway()
 *         .forOrder("7", PaymentState.IN_PROGRESS, PaymentState.PAID)   // in turn; the last one stays
 *         .forOrder("8", () -> { throw new IllegalStateException("away"); })
 *         .forOrder("9", ScriptedGateway.hang(gate, PaymentState.NOT_PAID));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class ScriptedGateway implements PaymentGateway {
    private final Map<String, Queue<Supplier<PaymentAnswer>>> answers = new ConcurrentHashMap<>();
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final Map<String, CancelAnswer> cancels = new ConcurrentHashMap<>();
    private final Queue<String> cancelled = new ConcurrentLinkedQueue<>();
    private volatile Supplier<PaymentAnswer> usual = PaymentAnswer::notPaid;
    private volatile CancelAnswer usualCancel = CancelAnswer.cancelled();
    private volatile boolean canCancel;
    private volatile int batchSize = 1;

    /** What it answers where nothing else is said. */
    public ScriptedGateway usually(PaymentState state) {
        return usually(() -> PaymentAnswer.of(state));
    }

    /** What it does where nothing else is said: it answers, throws or waits. */
    public ScriptedGateway usually(Supplier<PaymentAnswer> answer) {
        usual = answer;
        return this;
    }

    /** What it answers for one order, in turn; the last answer stays. */
    public ScriptedGateway forOrder(String id, PaymentState... inTurn) {
        Queue<Supplier<PaymentAnswer>> queue = new ConcurrentLinkedQueue<>();
        for (PaymentState state : inTurn) {
            queue.add(() -> PaymentAnswer.of(state));
        }
        answers.put(id, queue);
        return this;
    }

    /** What it answers for one order, each time: with attempts and amounts. */
    public ScriptedGateway forOrder(String id, PaymentAnswer answer) {
        return forOrder(id, () -> answer);
    }

    /** From now on it can cancel, and answers this where nothing else is said. */
    public ScriptedGateway cancelling(CancelAnswer answer) {
        canCancel = true;
        usualCancel = answer;
        return this;
    }

    /**
     * What it answers when it is to cancel an attempt.
     *
     * @param attempt the attempt's reference, or the order's id where the query names no attempts
     */
    public ScriptedGateway cancelling(String attempt, CancelAnswer answer) {
        canCancel = true;
        cancels.put(attempt, answer);
        return this;
    }

    /** It takes so many orders in one call. */
    public ScriptedGateway inBatchesOf(int size) {
        batchSize = size;
        return this;
    }

    /** What it does for one order, each time: it answers, throws or waits. */
    public ScriptedGateway forOrder(String id, Supplier<PaymentAnswer> answer) {
        answers.put(id, new ConcurrentLinkedQueue<>(List.of(answer)));
        return this;
    }

    /** Answers when the test opens the gate. */
    public static Supplier<PaymentAnswer> hang(Gate gate, PaymentState answer) {
        return () -> {
            gate.pass();
            return PaymentAnswer.of(answer);
        };
    }

    @Override
    public PaymentAnswer query(OrderSnapshot order) {
        asked.add(order.id());
        return next(order.id()).get();
    }

    @Override
    public int batchSize() {
        return batchSize;
    }

    @Override
    public boolean canCancel() {
        return canCancel;
    }

    @Override
    public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
        String reference = attempt.map(PaymentAttempt::reference).orElse(order.id());
        cancelled.add(reference);
        return cancels.getOrDefault(reference, usualCancel);
    }

    private Supplier<PaymentAnswer> next(String id) {
        Queue<Supplier<PaymentAnswer>> queue = answers.get(id);
        if (queue == null) {
            return usual;
        }
        synchronized (queue) {
            Supplier<PaymentAnswer> next = queue.size() > 1 ? queue.poll() : queue.peek();
            return next == null ? usual : next;
        }
    }

    /** The ids of the orders it was asked about, in that order; once per call. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    /** The references of the attempts it was to cancel, in that order; the order's id where the query named none. */
    public List<String> cancelled() {
        return List.copyOf(cancelled);
    }
}

package io.github.ordertimeout.testkit;

import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;
import java.util.Map;
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
    private final Map<String, Queue<Supplier<PaymentState>>> answers = new ConcurrentHashMap<>();
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private volatile Supplier<PaymentState> usual = () -> PaymentState.NOT_PAID;

    /** What it answers where nothing else is said. */
    public ScriptedGateway usually(PaymentState state) {
        return usually(() -> state);
    }

    /** What it does where nothing else is said: it answers, throws or waits. */
    public ScriptedGateway usually(Supplier<PaymentState> answer) {
        usual = answer;
        return this;
    }

    /** What it answers for one order, in turn; the last answer stays. */
    public ScriptedGateway forOrder(String id, PaymentState... inTurn) {
        Queue<Supplier<PaymentState>> queue = new ConcurrentLinkedQueue<>();
        for (PaymentState state : inTurn) {
            queue.add(() -> state);
        }
        answers.put(id, queue);
        return this;
    }

    /** What it does for one order, each time: it answers, throws or waits. */
    public ScriptedGateway forOrder(String id, Supplier<PaymentState> answer) {
        answers.put(id, new ConcurrentLinkedQueue<>(List.of(answer)));
        return this;
    }

    /** Answers when the test opens the gate. */
    public static Supplier<PaymentState> hang(Gate gate, PaymentState answer) {
        return () -> {
            gate.pass();
            return answer;
        };
    }

    @Override
    public PaymentState query(OrderSnapshot order) {
        asked.add(order.id());
        return next(order.id()).get();
    }

    private Supplier<PaymentState> next(String id) {
        Queue<Supplier<PaymentState>> queue = answers.get(id);
        if (queue == null) {
            return usual;
        }
        synchronized (queue) {
            Supplier<PaymentState> next = queue.size() > 1 ? queue.poll() : queue.peek();
            return next == null ? usual : next;
        }
    }

    /** The ids of the orders it was asked about, in that order; once per call. */
    public List<String> asked() {
        return List.copyOf(asked);
    }
}

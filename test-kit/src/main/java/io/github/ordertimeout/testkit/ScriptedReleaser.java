package io.github.ordertimeout.testkit;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.transaction.TransactionContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;

/**
 * A releaser that does what a test tells it, order by order, and keeps a record. For scripts that wait for the commit it must
 * be a listener of the engine too; {@link ManualEngine} sees to that.
 *
 * <pre>{@code
 * ScriptedReleaser coupons = new ScriptedReleaser("coupon").forOrder("7", ReleaseScript.fail("service away"));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class ScriptedReleaser implements InventoryReleaser, EngineListener {
    private final String type;
    private final BiConsumer<ClosedOrder, ReleaseContext> work;
    private final Map<String, Queue<ReleaseScript>> scripts = new ConcurrentHashMap<>();
    private final Map<String, Runnable> waiting = new ConcurrentHashMap<>();
    private final Queue<ReleaseCall> calls = new ConcurrentLinkedQueue<>();
    private final Queue<ClosedOrder> done = new ConcurrentLinkedQueue<>();
    private volatile ReleaseScript usual = ReleaseScript.succeed();

    /** A releaser of that type whose work is only counted. */
    public ScriptedReleaser(String type) {
        this(type, (order, context) -> {});
    }

    /** A releaser of that type that does this work, as often as a script says. */
    public ScriptedReleaser(String type, BiConsumer<ClosedOrder, ReleaseContext> work) {
        this.type = type;
        this.work = work;
    }

    /** What it does where nothing else is said. */
    public ScriptedReleaser usually(ReleaseScript script) {
        usual = script;
        return this;
    }

    /** What it does for one order, call by call; the last script stays. A batch that fails is tried again in parts. */
    public ScriptedReleaser forOrder(String id, ReleaseScript... inTurn) {
        scripts.put(id, new ConcurrentLinkedQueue<>(List.of(inTurn)));
        return this;
    }

    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        String key = order.idempotencyKey(type);
        // What an attempt that was rolled back left for after its commit is not done.
        waiting.remove(key);
        try {
            next(order.order().id()).play(new OneWork(order, context));
        } catch (Throwable failure) {
            calls.add(new ReleaseCall(order, key, Optional.of(failure)));
            throw failure;
        }
        calls.add(new ReleaseCall(order, key, Optional.empty()));
    }

    private ReleaseScript next(String id) {
        Queue<ReleaseScript> queue = scripts.get(id);
        if (queue == null) {
            return usual;
        }
        synchronized (queue) {
            ReleaseScript next = queue.size() > 1 ? queue.poll() : queue.peek();
            return next == null ? usual : next;
        }
    }

    @Override
    public String releaseType() {
        return type;
    }

    /** Does what waits for the commit of this close. */
    @Override
    public void onEvent(EngineEvent event) {
        if (event instanceof EngineEvent.OrderClosed closed) {
            Runnable left = waiting.remove(closed.order().idempotencyKey(type));
            if (left != null) {
                left.run();
            }
        }
    }

    /** Every call that has ended, in that order. */
    public List<ReleaseCall> calls() {
        return List.copyOf(calls);
    }

    /** The idempotency key of every work done, in that order: also of what was rolled back with its close. */
    public List<String> done() {
        return done.stream().map(order -> order.idempotencyKey(type)).toList();
    }

    /** How often the work of this order was done, rolled back or not. */
    public long timesDone(String id) {
        return done.stream().filter(order -> order.order().id().equals(id)).count();
    }

    private final class OneWork implements ReleaseScript.Work {
        private final ClosedOrder order;
        private final ReleaseContext context;

        OneWork(ClosedOrder order, ReleaseContext context) {
            this.order = order;
            this.context = context;
        }

        @Override
        public void run() {
            doIt(context);
        }

        @Override
        public void runAfterCommit() {
            ReleaseContext afterwards = new ReleaseContext(context.rule(), context.now(), new Over());
            waiting.put(order.idempotencyKey(type), () -> doIt(afterwards));
        }

        private void doIt(ReleaseContext in) {
            work.accept(order, in);
            done.add(order);
        }
    }

    /** The transaction after its commit. */
    private static final class Over implements TransactionContext {
        @Override
        public <T> T unwrap(Class<T> type) {
            throw new IllegalArgumentException("The transaction is over, so that it has no " + type.getName());
        }
    }
}

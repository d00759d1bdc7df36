package io.github.ordertimeout;

import io.github.ordertimeout.check.RemoteCalls;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.log.LogContext;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.transaction.TransactionContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/** Calls of remote releasers, each other party by itself, and what is noted after a call that succeeded. */
final class ReleaseCalls {
    /** Two in a row: a lone failure that is repeated must not use its attempts up while the other side is away. */
    private static final int FAILURES_TO_PAUSE = 2;

    private final OrderStore store;
    private final EngineListener listener;
    private final BiFunction<String, Integer, RemoteCalls> newCalls;
    private final Map<String, RemoteCalls> byType = new ConcurrentHashMap<>();

    ReleaseCalls(OrderStore store, EngineListener listener, BiFunction<String, Integer, RemoteCalls> newCalls) {
        this.store = store;
        this.listener = listener;
        this.newCalls = newCalls;
    }

    /** The calls of what gives back this type for this rule. */
    RemoteCalls of(String rule, String type) {
        return byType.computeIfAbsent(
                rule + " " + type,
                key -> newCalls.apply("releaser of type " + type + " of rule " + rule, FAILURES_TO_PAUSE));
    }

    /** Calls, on the thread that calls this; true, since a call has an answer. */
    @SuppressWarnings("try")
    static boolean called(InventoryReleaser releaser, ClosedOrder order) {
        try (LogContext context =
                LogContext.rule(order.rule()).order(order.order().key())) {
            releaser.release(order, new ReleaseContext(order.rule(), order.closedAt(), NoTransaction.INSTANCE));
        }
        return true;
    }

    /** Only by whoever holds the claim: somebody else may be at it again. */
    void finish(Compensation what, String token) {
        boolean mine = store.inShortTransaction(transaction -> {
            if (!store.compensations().resolveIn(transaction, what, token)) {
                return false;
            }
            store.releases().done(what.key(), what.closeNumber(), what.type(), store.now(transaction), transaction);
            return true;
        });
        if (mine) {
            listener.onEvent(new EngineEvent.Released(what.rule(), what.key(), what.closeNumber(), what.type()));
        }
    }

    /** What a remote releaser finds where a local one finds the closing transaction. */
    private enum NoTransaction implements TransactionContext {
        INSTANCE;

        @Override
        public <T> T unwrap(Class<T> type) {
            throw new IllegalArgumentException(
                    "A remote releaser is called after the commit: there is no transaction, and no " + type.getName()
                            + ". Make it LOCAL (mode()) to write together with the close");
        }
    }
}

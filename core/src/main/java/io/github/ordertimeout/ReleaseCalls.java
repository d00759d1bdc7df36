package io.github.ordertimeout;

import io.github.ordertimeout.check.RemoteCalls;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.log.LogContext;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.transaction.TransactionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls of remote releasers, each other party by itself, and what is noted after a call that succeeded. */
final class ReleaseCalls {
    /** Two in a row: a lone failure that is repeated must not use its attempts up while the other side is away. */
    private static final int FAILURES_TO_PAUSE = 2;

    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

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

    /**
     * Notes in one transaction that these are done, and deletes their rows; one by one where the claim of one of them was lost, or
     * where it fails: somebody else may be at that one again, and the others are done all the same.
     *
     * @return what went wrong with each that could not be noted: its row comes back
     */
    List<RuntimeException> finish(List<Compensation> done, String token) {
        if (done.size() > 1) {
            try {
                if (finishTogether(done, token)) {
                    return List.of();
                }
            } catch (RuntimeException e) {
                log.debug("{} releases could not be noted together:", done.size(), e);
            }
        }
        List<RuntimeException> failures = new ArrayList<>();
        for (Compensation one : done) {
            try {
                finishTogether(List.of(one), token);
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        return failures;
    }

    /** All or nothing; false where a claim was lost. */
    private boolean finishTogether(List<Compensation> done, String token) {
        try {
            store.inShortTransaction(transaction -> {
                if (!store.compensations().resolveAllIn(transaction, done, token)) {
                    throw new ClaimLostException();
                }
                store.releases()
                        .allDone(
                                done.stream()
                                        .map(one -> new ReleaseLedger.Row(one.key(), one.closeNumber(), one.type()))
                                        .toList(),
                                store.now(transaction),
                                transaction);
                return true;
            });
        } catch (ClaimLostException lost) {
            return false;
        }
        done.forEach(one ->
                listener.onEvent(new EngineEvent.Released(one.rule(), one.key(), one.closeNumber(), one.type())));
        return true;
    }

    /** Rolls a transaction back. */
    private static final class ClaimLostException extends RuntimeException {
        private static final long serialVersionUID = 1;

        ClaimLostException() {
            super("the claim was lost", null, false, false);
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

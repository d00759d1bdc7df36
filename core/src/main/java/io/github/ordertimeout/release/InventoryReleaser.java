package io.github.ordertimeout.release;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.log.LogContext;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;
import java.util.Set;

/**
 * Gives back what a closed order held.
 *
 * <p>A <em>local</em> one, the default, runs inside the closing transaction: what it writes through {@link
 * ReleaseContext#unwrap} commits with the close or not at all; what it does outside that transaction may be repeated. It reaches
 * the database through the context only: a second connection of the same pool, or a call of the engine, would wait for this very
 * transaction. An exception rolls the close back.
 *
 * <p>A <em>remote</em> one ({@link ReleaseMode#REMOTE}) is owed in the closing transaction and called after its commit, on the
 * engine's own threads, each call under {@code release.timeout}. An exception or a hang leads to another call with the same
 * {@linkplain ClosedOrder#idempotencyKey key}, later and later, until it returns; so does a crash. What it is given may then have
 * been read anew: the order may be open again, its close number tells which close is meant.
 *
 * <p>"Nothing was reserved" and "given back already" are normal outcomes: return. Called from several threads at once.
 */
@FunctionalInterface
public interface InventoryReleaser {
    /** Gives back what one order held. */
    void release(ClosedOrder order, ReleaseContext context);

    /** Gives back what these orders held; the default goes one by one. */
    @SuppressWarnings("try")
    default void releaseAll(List<ClosedOrder> orders, ReleaseContext context) {
        for (ClosedOrder order : orders) {
            try (LogContext about = LogContext.ofOrder(order.order().key())) {
                release(order, context);
            }
        }
    }

    /** What is given back: the type of the ledger row. Letters a-z, digits, {@code _} and {@code -}; unique per rule. */
    default String releaseType() {
        return "inventory";
    }

    /** Where it does its work; the same on every call. */
    default ReleaseMode mode() {
        return ReleaseMode.LOCAL;
    }

    /**
     * Which of these orders need something that somebody else holds locked now; asked in a transaction of its own after a lock
     * timed out, so that only those wait. The default knows none.
     */
    default Set<String> waitingForLocks(List<OrderSnapshot> orders, ReleaseContext context) {
        return Set.of();
    }
}

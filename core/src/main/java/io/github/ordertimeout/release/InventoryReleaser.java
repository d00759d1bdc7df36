package io.github.ordertimeout.release;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;
import java.util.Set;

/**
 * Gives back what a closed order held. Runs inside the closing transaction: what it writes through {@link
 * ReleaseContext#unwrap} commits with the close or not at all. What it does outside that transaction may be repeated.
 *
 * <p>It reaches the database through the context only: a second connection of the same pool, or a call of the engine, would wait
 * for this very transaction. An exception rolls the close back. "Nothing was reserved" is a normal outcome: return. Called from several threads at
 * once, never twice in effect for one {@linkplain ClosedOrder#idempotencyKey close number}.
 */
@FunctionalInterface
public interface InventoryReleaser {
    /** Gives back what one order held. */
    void release(ClosedOrder order, ReleaseContext context);

    /** Gives back what these orders held; the default goes one by one. */
    default void releaseAll(List<ClosedOrder> orders, ReleaseContext context) {
        orders.forEach(order -> release(order, context));
    }

    /** What is given back: the type of the ledger row. Letters a-z, digits, {@code _} and {@code -}; unique per rule. */
    default String releaseType() {
        return "inventory";
    }

    /**
     * Which of these orders need something that somebody else holds locked now; asked in a transaction of its own after a lock
     * timed out, so that only those wait. The default knows none.
     */
    default Set<String> waitingForLocks(List<OrderSnapshot> orders, ReleaseContext context) {
        return Set.of();
    }
}

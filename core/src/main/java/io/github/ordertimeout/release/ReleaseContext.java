package io.github.ordertimeout.release;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Instant;
import java.util.function.BiConsumer;

/**
 * What a releaser works with. Valid only during the call.
 *
 * @param rule the rule's name
 * @param now the moment of the close by the database's clock
 * @param transaction the closing transaction; for a remote releaser one that has nothing to unwrap
 * @param notes takes what {@link #leftOut} is told: the order, and what
 */
public record ReleaseContext(
        String rule, Instant now, TransactionContext transaction, BiConsumer<ClosedOrder, String> notes) {
    /** A context that forgets what is left out. */
    public ReleaseContext(String rule, Instant now, TransactionContext transaction) {
        this(rule, now, transaction, (order, what) -> {});
    }

    /**
     * Says that not everything could be given back, though nothing failed: the order is closed all the same. Written into the
     * ledger with the close, and told in logs, reports, {@code explain} and {@code audit}. One sentence per order and call of a
     * local releaser, the last one counts, cut to 255 characters; from a remote one nothing is kept.
     */
    public void leftOut(ClosedOrder order, String what) {
        notes.accept(order, what);
    }

    /**
     * The resource behind the transaction, for example {@code java.sql.Connection}.
     *
     * @throws IllegalArgumentException if this transaction has no such resource
     */
    public <T> T unwrap(Class<T> type) {
        return transaction.unwrap(type);
    }
}

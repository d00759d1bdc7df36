package io.github.ordertimeout.release;

import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Instant;

/**
 * What a releaser works with. Valid only during the call.
 *
 * @param rule the rule's name
 * @param now the moment of the close by the database's clock
 * @param transaction the closing transaction; for a remote releaser one that has nothing to unwrap
 */
public record ReleaseContext(String rule, Instant now, TransactionContext transaction) {
    /**
     * The resource behind the transaction, for example {@code java.sql.Connection}.
     *
     * @throws IllegalArgumentException if this transaction has no such resource
     */
    public <T> T unwrap(Class<T> type) {
        return transaction.unwrap(type);
    }
}

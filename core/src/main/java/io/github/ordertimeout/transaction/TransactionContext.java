package io.github.ordertimeout.transaction;

/** The transaction that work runs in. Valid only during that work, on its thread. */
public interface TransactionContext {
    /**
     * The resource behind the transaction, for example {@code java.sql.Connection} or Jdbi's {@code Handle}.
     *
     * @throws IllegalArgumentException if this transaction has no such resource; the message names those it has
     */
    <T> T unwrap(Class<T> type);
}

package io.github.ordertimeout.spring.transaction;

import io.github.ordertimeout.transaction.TransactionContext;
import java.sql.Connection;
import org.springframework.jdbc.datasource.ConnectionHolder;

/** A transaction that Spring has bound to the thread. */
record BoundTransaction(ConnectionHolder holder) implements TransactionContext {
    @Override
    public <T> T unwrap(Class<T> type) {
        if (type != Connection.class) {
            throw new IllegalArgumentException(
                    "This transaction has no " + type.getName() + ": it has a java.sql.Connection.");
        }
        return type.cast(holder.getConnection());
    }
}

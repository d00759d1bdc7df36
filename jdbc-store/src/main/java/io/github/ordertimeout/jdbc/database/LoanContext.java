package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.transaction.TransactionContext;
import java.sql.Connection;
import org.jdbi.v3.core.Handle;

/** What a transaction of our own is made of. */
record LoanContext(Loan loan) implements TransactionContext {
    @Override
    public <T> T unwrap(Class<T> type) {
        if (type == Connection.class) {
            return type.cast(loan.connection());
        }
        if (type == Handle.class && loan.handle().isPresent()) {
            return type.cast(loan.handle().get());
        }
        throw new IllegalArgumentException(
                "This transaction has no " + type.getName() + ": it has a java.sql.Connection.");
    }
}

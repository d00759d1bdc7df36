package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.transaction.TransactionContext;
import java.sql.Connection;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** A transaction as our own steps and the application's releasers see it. */
record SessionContext(TransactionContext transaction, Session session) implements TransactionContext {
    static SessionContext over(TransactionContext transaction, Connection connection, int queryTimeoutSeconds) {
        return new SessionContext(
                transaction, new Session(connection, queryTimeoutSeconds, () -> handle(transaction, connection)));
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        if (type == Session.class) {
            return type.cast(session);
        }
        if (type == Connection.class) {
            return type.cast(session.connection());
        }
        if (type == Handle.class) {
            return type.cast(session.handle());
        }
        return transaction.unwrap(type);
    }

    /** The transaction's own handle, configured as its user wants it; else a fresh one. */
    private static Handle handle(TransactionContext transaction, Connection connection) {
        try {
            return transaction.unwrap(Handle.class);
        } catch (IllegalArgumentException noHandle) {
            return Jdbi.open(connection);
        }
    }
}

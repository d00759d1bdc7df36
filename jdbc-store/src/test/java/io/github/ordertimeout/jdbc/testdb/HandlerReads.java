package io.github.ordertimeout.jdbc.testdb;

import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.sql.Sql;

/** How many rows and index entries MariaDB reads for a query: its plan does not tell. */
public final class HandlerReads {
    private HandlerReads() {}

    /** Runs it, and counts. */
    public static long of(TestDatabase db, Sql query) {
        return db.database().read((Session session) -> {
            long before = all(session);
            session.query(query, row -> row.getString(1));
            return all(session) - before;
        });
    }

    private static long all(Session session) {
        return session
                .query(
                        Sql.text("SHOW SESSION STATUS LIKE 'Handler_read_%'"),
                        row -> row.getString(1).startsWith("Handler_read_rnd") ? 0 : row.getLong(2))
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}

package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Somebody else's transaction that holds what a statement locked, until it is closed. */
final class HeldRow implements AutoCloseable {
    private final Connection connection;

    HeldRow(TestDatabase db, String statement) throws SQLException {
        connection = db.dataSource().getConnection();
        connection.setAutoCommit(false);
        execute(statement);
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
        connection.close();
    }
}

package io.github.ordertimeout.standalone.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** H2 in memory, gone when it is closed. */
final class DemoDatabase implements AutoCloseable {
    private static final int CONNECTIONS = 16;

    private final JdbcConnectionPool pool;
    private final Connection keepsItAlive;

    private DemoDatabase(JdbcConnectionPool pool) throws SQLException {
        this.pool = pool;
        pool.setMaxConnections(CONNECTIONS);
        this.keepsItAlive = pool.getConnection();
    }

    static DemoDatabase open() throws SQLException {
        return new DemoDatabase(JdbcConnectionPool.create("jdbc:h2:mem:demo-" + UUID.randomUUID(), "sa", ""));
    }

    DataSource dataSource() {
        return pool;
    }

    Connection connect() throws SQLException {
        return pool.getConnection();
    }

    /** Runs a script of the demo. */
    void script(String name) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(text(name));
        }
    }

    /** The lines of one of the demo's files. */
    static List<String> lines(String name) {
        return text(name).lines().toList();
    }

    private static String text(String name) {
        try (InputStream in = DemoDatabase.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("The jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("The jar's " + name + " cannot be read", e);
        }
    }

    @Override
    public void close() throws SQLException {
        keepsItAlive.close();
        pool.dispose();
    }
}

package io.github.ordertimeout.jdbc.testdb;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.opentest4j.TestAbortedException;

/**
 * An empty schema, or database where that is the same.
 *
 * @param name its name
 * @param url JDBC URL of it
 * @param admin JDBC URL of who may drop it
 * @param dropSql drops it
 */
record FreshSchema(String name, String url, String admin, String dropSql) {
    /** A connection to each server, kept: most tests are over sooner than two more would be open. */
    private static final Map<String, Connection> KEPT = new HashMap<>();

    static FreshSchema on(TestServer server) {
        return on(server, server.url().orElseThrow(() -> new TestAbortedException(server + " is not to be had here")));
    }

    static FreshSchema on(TestServer server, String base) {
        String name = "ot_" + UUID.randomUUID().toString().substring(0, 13).replace("-", "");
        return switch (server) {
            case H2 -> {
                String url = base + name + ";DB_CLOSE_DELAY=-1";
                yield new FreshSchema("PUBLIC", url, url, "SHUTDOWN");
            }
            case POSTGRESQL -> {
                run(base, "CREATE SCHEMA " + name);
                String url = base + (base.contains("?") ? "&" : "?") + "currentSchema=" + name;
                yield new FreshSchema(name, url, base, "DROP SCHEMA " + name + " CASCADE");
            }
            case MARIADB, MYSQL -> {
                run(base, "CREATE DATABASE " + name + " CHARACTER SET utf8mb4");
                String url = base.replaceFirst("^(jdbc:\\w+://[^/]+/)[^?]*\\??", "$1" + name + "?");
                yield new FreshSchema(name, url, base, "DROP DATABASE " + name);
            }
        };
    }

    void drop() {
        run(admin, dropSql);
    }

    private static synchronized void run(String url, String sql) {
        try {
            if (url.startsWith("jdbc:h2:")) {
                try (Connection connection = DriverManager.getConnection(url)) {
                    run(connection, sql);
                }
            } else {
                run(kept(url), sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql + ": " + e.getMessage(), e);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Another one where the server has ended it. */
    private static Connection kept(String url) throws SQLException {
        Connection connection = KEPT.get(url);
        if (connection == null || !connection.isValid(5)) {
            connection = DriverManager.getConnection(url);
            KEPT.put(url, connection);
        }
        return connection;
    }
}

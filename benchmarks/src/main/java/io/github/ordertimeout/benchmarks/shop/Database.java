package io.github.ordertimeout.benchmarks.shop;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** A database that the benchmarks may use as they like: they make and drop the tables whose names begin with {@code bench_}. */
public final class Database implements AutoCloseable {
    private static final int CONNECTIONS = 20;

    private final Dialect dialect;
    private final String url;
    private final HikariDataSource pool;

    private Database(Dialect dialect, String url, HikariDataSource pool) {
        this.dialect = dialect;
        this.url = url;
        this.pool = pool;
    }

    /** Connects; the URL holds user and password. */
    public static Database open(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(2);
        config.setPoolName("benchmarks");
        return new Database(Dialect.of(url), url, new HikariDataSource(config));
    }

    /** Which kind. */
    public Dialect dialect() {
        return dialect;
    }

    /** Where; for another process. */
    public String url() {
        return url;
    }

    /** Its pool. */
    public DataSource pool() {
        return pool;
    }

    /** Runs these, each in a transaction of its own. */
    public void execute(String... statements) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                execute(statement, sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static void execute(Statement statement, String sql) throws SQLException {
        try {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage() + " in: " + sql, e);
        }
    }

    /** The same where it may fail: a right may be missing, and nothing hangs on it. */
    public void attempt(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(30);
            statement.execute(sql);
        } catch (SQLException e) {
            System.err.println("left out: " + sql + ": " + e.getMessage());
        }
    }

    /** The number that the query yields. */
    public long number(String query) {
        return Long.parseLong(rows(query).get(0).get(0));
    }

    /** All rows, as text; null is an empty text. */
    public List<List<String>> rows(String query) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<List<String>> all = new ArrayList<>();
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    String value = rows.getString(i);
                    row.add(value == null ? "" : value);
                }
                all.add(row);
            }
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage() + " in: " + query, e);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}

package io.github.ordertimeout.benchmarks.shop;

import io.github.ordertimeout.benchmarks.shop.StatementLog.Sent;
import io.github.ordertimeout.benchmarks.shop.StatementLog.Setting;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends a query again, with the same parameters, and asks the server what it read: pages on PostgreSQL, handler reads on MariaDB,
 * rows scanned on H2.
 */
public final class RowsRead {
    private static final Pattern H2_SCANS = Pattern.compile("scanCount: (\\d+)");

    private final Database database;

    /** On that database. */
    public RowsRead(Database database) {
        this.database = database;
    }

    /** What the server counts. */
    public String unit() {
        return switch (database.dialect()) {
            case POSTGRESQL -> "pages";
            case MARIADB -> "handler reads";
            case H2 -> "rows scanned";
        };
    }

    /** How much it read for this query. */
    public long of(Sent query) {
        try (Connection connection = database.pool().getConnection()) {
            return switch (database.dialect()) {
                case POSTGRESQL -> pages(connection, query);
                case MARIADB -> handlerReads(connection, query);
                case H2 -> scans(connection, query);
            };
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage() + " in: " + query.sql(), e);
        }
    }

    private static long pages(Connection connection, Sent query) throws SQLException {
        String plan = run(connection, "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ", query);
        return first(plan, "Shared Hit Blocks") + first(plan, "Shared Read Blocks");
    }

    /** Of the topmost node, which holds the sum. */
    private static long first(String plan, String name) {
        Matcher found = Pattern.compile('"' + name + "\": (\\d+)").matcher(plan);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    private static long scans(Connection connection, Sent query) throws SQLException {
        Matcher found = H2_SCANS.matcher(run(connection, "EXPLAIN ANALYZE ", query));
        long sum = 0;
        while (found.find()) {
            sum += Long.parseLong(found.group(1));
        }
        return sum;
    }

    private static long handlerReads(Connection connection, Sent query) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("FLUSH STATUS");
            run(connection, "", query);
            long sum = 0;
            try (ResultSet rows = statement.executeQuery("SHOW SESSION STATUS LIKE 'Handler_read%'")) {
                while (rows.next()) {
                    sum += rows.getLong(2);
                }
            }
            return sum;
        }
    }

    private static String run(Connection connection, String before, Sent query) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(before + query.sql())) {
            for (Setting setting : query.settings()) {
                setting.method().invoke(statement, setting.arguments().toArray());
            }
            StringBuilder text = new StringBuilder();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    text.append(rows.getString(1)).append('\n');
                }
            }
            return text.toString();
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}

package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Shop;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;

/** One order in one transaction, the way a delayed message or a scheduled job closes it. Thread-safe. */
final class PerOrderClose {
    private static final String CLOSE = "UPDATE " + Shop.ORDERS
            + " SET status = 4, closed_at = ?, close_reason = 'timeout', version = version + 1"
            + " WHERE id = ? AND status = 0 AND expire_at <= ?";
    private static final String NOTE =
            "INSERT INTO " + Ledger.SAME.into() + " VALUES (" + Ledger.SAME.row("?", "?") + ")";
    private static final String HELD =
            "SELECT sku_id, SUM(qty) FROM " + Shop.ITEMS + " WHERE order_id = ? GROUP BY sku_id";
    private static final String GIVE =
            "UPDATE " + Shop.STOCK + " SET available = available + ?, reserved = reserved - ? WHERE sku_id = ?";

    private final DataSource dataSource;

    PerOrderClose(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Closes it if it is open and overdue; yields whether it was. */
    boolean close(long id) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            boolean closed = close(connection, id, LocalDateTime.ofInstant(Instant.now(), ZoneOffset.UTC));
            connection.commit();
            connection.setAutoCommit(true);
            return closed;
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static boolean close(Connection connection, long id, LocalDateTime now) throws SQLException {
        boolean zoned = !connection.getMetaData().getURL().startsWith("jdbc:mariadb");
        Object moment = zoned ? now.atOffset(ZoneOffset.UTC) : now;
        try (PreparedStatement statement = connection.prepareStatement(CLOSE)) {
            statement.setObject(1, moment);
            statement.setLong(2, id);
            statement.setObject(3, moment);
            if (statement.executeUpdate() == 0) {
                return false;
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(NOTE)) {
            statement.setString(1, Long.toString(id));
            statement.setString(2, UUID.randomUUID().toString());
            statement.setObject(3, moment);
            statement.setObject(4, moment);
            statement.executeUpdate();
        }
        for (Map.Entry<Integer, Integer> one : held(connection, id).entrySet()) {
            try (PreparedStatement statement = connection.prepareStatement(GIVE)) {
                statement.setInt(1, one.getValue());
                statement.setInt(2, one.getValue());
                statement.setInt(3, one.getKey());
                statement.executeUpdate();
            }
        }
        return true;
    }

    /** In the order of the stock's key, so that two closes do not wait for each other. */
    private static Map<Integer, Integer> held(Connection connection, long id) throws SQLException {
        Map<Integer, Integer> held = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(HELD)) {
            statement.setLong(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    held.put(rows.getInt(1), rows.getInt(2));
                }
            }
        }
        return held;
    }
}

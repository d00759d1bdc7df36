package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Shop;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Collectors;

/** Three statements: status, ledger, stock. Ids stand in the text, as the driver would put them there. */
final class MariaDbStatements implements CloseStatements {
    private final Ledger ledger;

    MariaDbStatements(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public int close(Connection connection, long[] ids, Instant now) throws SQLException {
        LocalDateTime moment = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
        String list = Arrays.stream(ids).mapToObj(Long::toString).collect(Collectors.joining(","));
        int closed;
        try (PreparedStatement statement = connection.prepareStatement("UPDATE " + Shop.ORDERS
                + " SET status = 4, closed_at = ?, close_reason = 'timeout', version = version + 1 WHERE id IN (" + list
                + ") AND status = 0")) {
            statement.setObject(1, moment);
            closed = statement.executeUpdate();
        }
        if (closed != ids.length) {
            throw new IllegalStateException("Somebody else closes orders here");
        }
        insert(connection, ids, moment);
        try (PreparedStatement statement = connection.prepareStatement("UPDATE (SELECT sku_id, SUM(qty) AS qty FROM "
                + Shop.ITEMS + " WHERE order_id IN (" + list + ") GROUP BY sku_id ORDER BY sku_id) t STRAIGHT_JOIN "
                + Shop.STOCK + " s ON s.sku_id = t.sku_id SET s.available = s.available + t.qty,"
                + " s.reserved = s.reserved - t.qty")) {
            statement.executeUpdate();
        }
        return closed;
    }

    private void insert(Connection connection, long[] ids, LocalDateTime moment) throws SQLException {
        String token = "'" + UUID.randomUUID() + "'";
        String rows = Arrays.stream(ids)
                .mapToObj(id -> "(" + ledger.row("'" + id + "'", Long.toString(id)) + ")")
                .collect(Collectors.joining(","));
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO " + ledger.into() + " VALUES " + literal(rows, token, "'" + moment + "'"))) {
            statement.executeUpdate();
        }
    }

    /** The token and the two moments of each row in the text. */
    private static String literal(String rows, String token, String moment) {
        return rows.replace("?, ?, ?", token + ", " + moment + ", " + moment);
    }
}

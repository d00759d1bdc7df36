package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Shop;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.UUID;

/** Two statements: the status, then ledger and stock in one. */
final class PostgresStatements implements CloseStatements {
    private static final String CLOSE = "UPDATE " + Shop.ORDERS
            + " SET status = 4, closed_at = ?, close_reason = 'timeout', version = version + 1"
            + " WHERE id = ANY (?) AND status = 0";

    private final Ledger ledger;
    private final String give;

    PostgresStatements(Ledger ledger) {
        this.ledger = ledger;
        this.give = "WITH r AS (INSERT INTO " + ledger.into() + " SELECT " + ledger.row("u::text", "u")
                + " FROM unnest(?) u), t AS (SELECT sku_id, SUM(qty) AS qty FROM " + Shop.ITEMS
                + " WHERE order_id = ANY (?) GROUP BY sku_id), l AS (SELECT s.sku_id, t.qty FROM " + Shop.STOCK
                + " s JOIN t ON t.sku_id = s.sku_id ORDER BY s.sku_id FOR UPDATE OF s) UPDATE " + Shop.STOCK
                + " s SET available = s.available + l.qty, reserved = s.reserved - l.qty FROM l WHERE s.sku_id = l.sku_id";
    }

    @Override
    public int close(Connection connection, long[] ids, Instant now) throws SQLException {
        Array array =
                connection.createArrayOf("bigint", Arrays.stream(ids).boxed().toArray());
        int closed;
        try (PreparedStatement statement = connection.prepareStatement(CLOSE)) {
            statement.setObject(1, now.atOffset(ZoneOffset.UTC));
            statement.setArray(2, array);
            closed = statement.executeUpdate();
        }
        if (closed != ids.length) {
            throw new IllegalStateException("Somebody else closes orders here");
        }
        try (PreparedStatement statement = connection.prepareStatement(give)) {
            int position = 1;
            if (ledger.parameters() > 0) {
                statement.setString(position++, UUID.randomUUID().toString());
                statement.setObject(position++, now.atOffset(ZoneOffset.UTC));
                statement.setObject(position++, now.atOffset(ZoneOffset.UTC));
            }
            statement.setArray(position++, array);
            statement.setArray(position, array);
            statement.executeUpdate();
        }
        return closed;
    }
}

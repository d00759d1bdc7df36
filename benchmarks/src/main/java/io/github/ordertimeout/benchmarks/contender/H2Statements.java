package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Shop;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.UUID;

/** Three statements: status, ledger, stock. */
final class H2Statements implements CloseStatements {
    private static final String CLOSE = "UPDATE " + Shop.ORDERS
            + " SET status = 4, closed_at = ?, close_reason = 'timeout', version = version + 1"
            + " WHERE id = ANY (?) AND status = 0";
    private static final String GIVE = "MERGE INTO " + Shop.STOCK + " s USING (SELECT sku_id, SUM(qty) AS qty FROM "
            + Shop.ITEMS + " WHERE order_id = ANY (?) GROUP BY sku_id ORDER BY sku_id) t ON s.sku_id = t.sku_id"
            + " WHEN MATCHED THEN UPDATE SET available = s.available + t.qty, reserved = s.reserved - t.qty";

    private final Ledger ledger;
    private final String insert;

    H2Statements(Ledger ledger) {
        this.ledger = ledger;
        this.insert = "INSERT INTO " + ledger.into() + " SELECT " + ledger.row("CAST(u.id AS varchar)", "u.id")
                + " FROM UNNEST(?) u(id)";
    }

    @Override
    public int close(Connection connection, long[] ids, Instant now) throws SQLException {
        OffsetDateTime moment = now.atOffset(ZoneOffset.UTC);
        Array array =
                connection.createArrayOf("bigint", Arrays.stream(ids).boxed().toArray());
        int closed;
        try (PreparedStatement statement = connection.prepareStatement(CLOSE)) {
            statement.setObject(1, moment);
            statement.setArray(2, array);
            closed = statement.executeUpdate();
        }
        if (closed != ids.length) {
            throw new IllegalStateException("Somebody else closes orders here");
        }
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            int position = 1;
            if (ledger.parameters() > 0) {
                statement.setString(position++, UUID.randomUUID().toString());
                statement.setObject(position++, moment);
                statement.setObject(position++, moment);
            }
            statement.setArray(position, array);
            statement.executeUpdate();
        }
        try (PreparedStatement statement = connection.prepareStatement(GIVE)) {
            statement.setArray(1, array);
            statement.executeUpdate();
        }
        return closed;
    }
}

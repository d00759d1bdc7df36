package io.github.ordertimeout.shop.checkout;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order, with the one line that orders have here.
 *
 * @param status {@code unpaid}, {@code paid} or {@code closed}
 * @param paidBy the payment's reference
 * @param shipped whether it was handed over for shipping
 */
public record Order(
        long id,
        String merchant,
        String sku,
        int quantity,
        BigDecimal amount,
        String status,
        Instant createdAt,
        @Nullable Instant closedAt,
        @Nullable String paidBy,
        boolean shipped) {
    static Order of(ResultSet row, int number) throws SQLException {
        Timestamp closedAt = row.getTimestamp("closed_at");
        return new Order(
                row.getLong("id"),
                row.getString("merchant"),
                row.getString("sku"),
                row.getInt("quantity"),
                row.getBigDecimal("amount"),
                row.getString("status"),
                row.getTimestamp("created_at").toInstant(),
                closedAt == null ? null : closedAt.toInstant(),
                row.getString("paid_by"),
                row.getLong("shipped") > 0);
    }
}

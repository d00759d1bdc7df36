package io.github.ordertimeout.standalone.demo;

import io.github.ordertimeout.standalone.terminal.Formats;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Checks the promises by SQL on the shop's own rows, whatever the engine says it did. */
final class Promises {
    private static final String CLOSED_BY_ENGINE = "o.status = 4 AND o.close_reason = 'timeout'";

    private final Connection connection;
    private final String ledger;

    private Promises(Connection connection, String prefix) {
        this.connection = connection;
        this.ledger = prefix + "release";
    }

    static List<Promise> check(Connection connection, String prefix, Duration timeout) throws SQLException {
        Promises promises = new Promises(connection, prefix);
        return List.of(
                promises.neverEarly(timeout),
                promises.neverOverAPayment(),
                promises.releasedOnce(),
                promises.latePaymentsRefunded());
    }

    private Promise neverEarly(Duration timeout) throws SQLException {
        String due = "DATEADD('SECOND', " + timeout.toSeconds() + ", o.created_at)";
        long closed = closedByEngine();
        long early = number("SELECT COUNT(*) FROM shop_order o WHERE " + CLOSED_BY_ENGINE + " AND o.closed_at < " + due)
                + number("SELECT COUNT(*) FROM " + ledger + " r WHERE r.closed_at < (SELECT " + due
                        + " FROM shop_order o WHERE o.id = CAST(r.order_id AS bigint))");
        long nearest = number(
                "SELECT MIN(DATEDIFF('SECOND', " + due + ", o.closed_at)) FROM shop_order o WHERE " + CLOSED_BY_ENGINE);
        long open = number("SELECT COUNT(*) FROM shop_order o WHERE o.status = 0 AND " + due + " > CURRENT_TIMESTAMP");
        return new Promise(
                1,
                early == 0,
                Formats.counted(closed, "order") + " closed, " + early + " of them early, the nearest " + nearest
                        + " s after its time; " + Formats.count(open) + " not yet due are open");
    }

    private Promise neverOverAPayment() throws SQLException {
        long payments = number("SELECT COUNT(*) FROM payment");
        long closed = number("SELECT COUNT(*) FROM payment p JOIN shop_order o ON o.id = p.order_id"
                + " WHERE o.status = 4 OR o.closed_at IS NOT NULL");
        return new Promise(
                2, closed == 0, Formats.counted(payments, "order") + " with a payment, " + closed + " of them closed");
    }

    private Promise releasedOnce() throws SQLException {
        long wrong = skusOff("stock", 1) + skusOff("lock_stock", -1);
        long units = number("SELECT SUM(stock) FROM sku_stock") - number("SELECT SUM(stock) FROM stock_before");
        long closed = closedByEngine();
        long rows = number("SELECT COUNT(*) FROM " + ledger);
        long orders = number("SELECT COUNT(DISTINCT order_id) FROM " + ledger);
        long matched = number("SELECT COUNT(*) FROM shop_order o WHERE " + CLOSED_BY_ENGINE
                + " AND o.id IN (SELECT CAST(order_id AS bigint) FROM " + ledger + ")");
        return new Promise(
                3,
                wrong == 0 && closed == rows && closed == orders && closed == matched,
                Formats.counted(units, "unit") + " given back, " + wrong + " SKUs off; "
                        + Formats.counted(rows, "ledger row") + " for " + Formats.counted(closed, "closed order"));
    }

    /** By the provider's own books: what paid its order was kept, everything else given back once. */
    private Promise latePaymentsRefunded() throws SQLException {
        long payments = number("SELECT COUNT(*) FROM provider_payment");
        long paying = number("SELECT COUNT(*) FROM shop_order o WHERE o.status = 1"
                + " AND o.id IN (SELECT order_id FROM provider_payment)");
        long kept = number("SELECT COUNT(*) FROM provider_payment p JOIN shop_order o ON o.id = p.order_id"
                + " WHERE p.refunds = 0 AND o.status = 1");
        long refunded = number("SELECT COUNT(*) FROM provider_payment WHERE refunds = 1");
        long flipped = number("SELECT COUNT(*) FROM shop_order o WHERE o.status <> 4"
                + " AND o.id IN (SELECT CAST(order_id AS bigint) FROM " + ledger + ")");
        return new Promise(
                7,
                kept == paying && kept + refunded == payments && flipped == 0,
                Formats.counted(payments, "payment") + " told by callbacks, each twice: " + kept
                        + " paid their order, " + refunded + " came too late or second and were given back once; "
                        + flipped + " closed orders turned paid");
    }

    /** SKUs whose column has not changed by exactly what the closed orders held, in this direction. */
    private long skusOff(String column, int direction) throws SQLException {
        return number("SELECT COUNT(*) FROM (SELECT sku FROM ("
                + "SELECT id AS sku, " + column + " AS units FROM sku_stock"
                + " UNION ALL SELECT id, -" + column + " FROM stock_before"
                + " UNION ALL SELECT i.sku_id, " + -direction + " * i.quantity FROM order_item i"
                + " JOIN shop_order o ON o.id = i.order_id WHERE " + CLOSED_BY_ENGINE
                + ") GROUP BY sku HAVING SUM(units) <> 0)");
    }

    private long closedByEngine() throws SQLException {
        return number("SELECT COUNT(*) FROM shop_order o WHERE " + CLOSED_BY_ENGINE);
    }

    private long number(String sql) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}

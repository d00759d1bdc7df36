package io.github.ordertimeout.chaos;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;

/** The shop's own transactions: an order is made and takes stock, a customer cancels and gives it back. */
final class Checkout {
    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    private final DataSource pool;
    private final Product product;
    private final ZoneId zone;

    Checkout(DataSource pool, Product product, ZoneId zone) {
        this.pool = pool;
        this.product = product;
        this.zone = zone;
    }

    /** What a transaction does; false: there was nothing to do. */
    private interface Work {
        boolean in(Connection connection) throws SQLException;
    }

    /** Makes an order with these quantities by SKU, as of now by the database's clock. */
    Outcome order(long id, SortedMap<String, Integer> items) {
        return transaction(connection -> {
            long now = now(connection);
            for (Map.Entry<String, Integer> item : items.entrySet()) {
                update(
                        connection,
                        "update shop_stock set reserved = reserved + ?, available = available - ? where sku = ?",
                        item.getValue(),
                        item.getValue(),
                        item.getKey());
            }
            String local = LOCAL.format(LocalDateTime.ofInstant(Instant.EPOCH.plus(now, ChronoUnit.MICROS), zone));
            String time = product == Product.POSTGRESQL ? "cast(? as timestamp)" : "?";
            update(
                    connection,
                    "insert into shop_order (id, order_no, status, created_at, created_micros, amount)"
                            + " values (?, ?, 0, " + time + ", ?, ?)",
                    id,
                    "N" + id,
                    local,
                    now,
                    StubClient.AMOUNT);
            long item = id * 10;
            for (Map.Entry<String, Integer> one : items.entrySet()) {
                update(
                        connection,
                        "insert into shop_item (id, order_id, sku, qty) values (?, ?, ?, ?)",
                        item++,
                        id,
                        one.getKey(),
                        one.getValue());
            }
            return true;
        });
    }

    /** The customer cancels on the shop's own page. */
    Outcome cancel(long id) {
        return transaction(connection -> {
            if (update(
                            connection,
                            "update shop_order set status = 4, close_reason = '" + ShopTables.CUSTOMER
                                    + "' where id = ? and status = 0",
                            id)
                    == 0) {
                return false;
            }
            for (Map.Entry<String, Integer> item : items(connection, id).entrySet()) {
                update(
                        connection,
                        "update shop_stock set reserved = reserved - ?, available = available + ? where sku = ?",
                        item.getValue(),
                        item.getValue(),
                        item.getKey());
            }
            return true;
        });
    }

    private static SortedMap<String, Integer> items(Connection connection, long id) throws SQLException {
        SortedMap<String, Integer> items = new TreeMap<>();
        try (PreparedStatement statement =
                connection.prepareStatement("select sku, qty from shop_item where order_id = ?")) {
            statement.setLong(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    items.put(rows.getString(1), rows.getInt(2));
                }
            }
        }
        return items;
    }

    private long now(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select " + product.nowMicros())) {
            row.next();
            return row.getLong(1);
        }
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    private Outcome transaction(Work work) {
        boolean committing = false;
        try (Connection connection = pool.getConnection()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(product.lockLimit());
            }
            connection.setAutoCommit(false);
            try {
                boolean done = work.in(connection);
                committing = true;
                connection.commit();
                return done ? Outcome.DONE : Outcome.NOT_DONE;
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
        } catch (SQLException e) {
            return committing ? Outcome.UNKNOWN : Outcome.NOT_DONE;
        }
    }
}

package io.github.ordertimeout.chaos;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * All that is to be read in the database when a run has ended.
 *
 * @param orders by id
 * @param changes of their statuses, oldest first
 * @param releases of each order, as the library's ledger has them
 * @param stock each SKU
 * @param owed rows of the compensation table, in words
 */
record Evidence(
        Map<Long, Order> orders,
        List<Change> changes,
        Map<Long, List<Release>> releases,
        List<Stock> stock,
        List<String> owed) {
    /**
     * One order's row.
     *
     * @param createdMicros by the database's clock, in microseconds since 1970
     */
    record Order(int status, long createdMicros) {}

    /**
     * A status that an order took, as the database's own trigger has seen it.
     *
     * @param before -1: it was made
     * @param reason {@code close_reason} then; empty where there is none
     */
    record Change(long order, int before, int after, long atMicros, String reason) {
        boolean isClose() {
            return after == 4;
        }

        boolean isByCustomer() {
            return reason.equals(ShopTables.CUSTOMER);
        }
    }

    /** A row of the ledger. */
    record Release(String type, long closeNumber, boolean done) {}

    /** A SKU: what its row says, and what open and paid orders hold of it. */
    record Stock(String sku, long reserved, long available, long held) {}

    static Evidence read(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return read(connection);
        }
    }

    /** As a transaction sees it. */
    static Evidence read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return new Evidence(
                    orders(statement), changes(statement), releases(statement), stock(statement), owed(statement));
        }
    }

    private static Map<Long, Order> orders(Statement statement) throws SQLException {
        Map<Long, Order> orders = new TreeMap<>();
        try (ResultSet rows = statement.executeQuery("select id, status, created_micros from shop_order")) {
            while (rows.next()) {
                orders.put(rows.getLong(1), new Order(rows.getInt(2), rows.getLong(3)));
            }
        }
        return orders;
    }

    private static List<Change> changes(Statement statement) throws SQLException {
        List<Change> changes = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("select order_id, old_status, new_status, at_micros,"
                + " coalesce(reason, '') from shop_history order by seq")) {
            while (rows.next()) {
                changes.add(new Change(
                        rows.getLong(1), rows.getInt(2), rows.getInt(3), rows.getLong(4), rows.getString(5)));
            }
        }
        return changes;
    }

    private static Map<Long, List<Release>> releases(Statement statement) throws SQLException {
        Map<Long, List<Release>> releases = new HashMap<>();
        try (ResultSet rows =
                statement.executeQuery("select order_id, type, close_no, done_at from order_timeout_release")) {
            while (rows.next()) {
                releases.computeIfAbsent(Long.parseLong(rows.getString(1)), none -> new ArrayList<>())
                        .add(new Release(rows.getString(2), rows.getLong(3), rows.getObject(4) != null));
            }
        }
        return releases;
    }

    private static List<Stock> stock(Statement statement) throws SQLException {
        List<Stock> stock = new ArrayList<>();
        try (ResultSet rows =
                statement.executeQuery("select s.sku, s.reserved, s.available, coalesce((select sum(i.qty)"
                        + " from shop_item i join shop_order o on o.id = i.order_id where i.sku = s.sku"
                        + " and o.status in (0, 1)), 0) from shop_stock s order by s.sku")) {
            while (rows.next()) {
                stock.add(new Stock(rows.getString(1), rows.getLong(2), rows.getLong(3), rows.getLong(4)));
            }
        }
        return stock;
    }

    private static List<String> owed(Statement statement) throws SQLException {
        List<String> owed = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "select kind, type, order_id, state, attempts, reason from order_timeout_compensation order by row_no")) {
            while (rows.next()) {
                owed.add(rows.getString(1) + " " + rows.getString(2) + " of order " + rows.getString(3) + ", "
                        + rows.getString(4) + " after " + rows.getInt(5) + " attempts: " + rows.getString(6));
            }
        }
        return owed;
    }

    /** When an order runs out. */
    long dueMicros(long order, Scale scale) {
        Order row = orders.get(order);
        if (row == null) {
            throw new IllegalArgumentException("There is no order " + order);
        }
        return row.createdMicros() + scale.timeout().toNanos() / 1_000;
    }
}

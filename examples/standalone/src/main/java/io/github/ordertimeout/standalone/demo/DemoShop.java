package io.github.ordertimeout.standalone.demo;

import io.github.ordertimeout.standalone.demo.DemoOrder.Item;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Fills the demo's tables, by the database's own clock. */
final class DemoShop {
    private static final int MOST_ON_STOCK = 500;

    private final Connection connection;
    private final OffsetDateTime now;

    private DemoShop(Connection connection, OffsetDateTime now) {
        this.connection = connection;
        this.now = now;
    }

    static void fill(DemoDatabase database, List<DemoOrder> orders) throws SQLException {
        database.script("shop.sql");
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            DemoShop shop = new DemoShop(connection, now(connection));
            shop.orders(orders);
            shop.items(orders);
            shop.stock(orders);
            shop.payments(orders);
            connection.commit();
        }
        database.script("indexes.sql");
    }

    private static OffsetDateTime now(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CURRENT_TIMESTAMP(3)")) {
            row.next();
            return row.getObject(1, OffsetDateTime.class);
        }
    }

    private void orders(List<DemoOrder> orders) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO shop_order"
                + " (id, order_no, status, created_at, payment_time, gift_card, closed_at, close_reason)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (DemoOrder order : orders) {
                boolean closed = order.role() == Role.CLOSED_BEFORE;
                OffsetDateTime created = now.minus(order.age());
                insert.setLong(1, order.id());
                insert.setString(2, order.number());
                insert.setInt(3, order.role().status());
                insert.setObject(4, created);
                insert.setObject(5, order.role().isPaid() ? created.plusMinutes(1) : null);
                insert.setBoolean(6, order.role() == Role.GIFT_CARD);
                insert.setObject(7, closed ? created.plusMinutes(2) : null);
                insert.setString(8, closed ? "buyer" : null);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private void items(List<DemoOrder> orders) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO order_item VALUES (?, ?, ?, ?)")) {
            long id = 0;
            for (DemoOrder order : orders) {
                for (Item item : order.items()) {
                    insert.setLong(1, ++id);
                    insert.setLong(2, order.id());
                    insert.setLong(3, item.sku());
                    insert.setInt(4, item.quantity());
                    insert.addBatch();
                }
            }
            insert.executeBatch();
        }
    }

    /** What unpaid orders hold is reserved; a short SKU has one unit less. */
    private void stock(List<DemoOrder> orders) throws SQLException {
        Map<Long, Integer> reserved = new TreeMap<>();
        for (long sku = 1; sku <= DemoOrders.SKUS; sku++) {
            reserved.put(sku, 0);
        }
        orders.stream()
                .filter(order -> order.role().status() == Role.OVERDUE.status())
                .flatMap(order -> order.items().stream())
                .forEach(item -> reserved.merge(item.sku(), item.quantity(), Integer::sum));
        Random random = new Random(DemoOrders.SKUS);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO sku_stock VALUES (?, ?, ?)")) {
            for (Map.Entry<Long, Integer> sku : reserved.entrySet()) {
                insert.setLong(1, sku.getKey());
                insert.setInt(2, random.nextInt(MOST_ON_STOCK));
                insert.setInt(3, sku.getValue() - (sku.getKey() > DemoOrders.SHORT_SKUS ? 1 : 0));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private void payments(List<DemoOrder> orders) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO payment VALUES (?, ?)")) {
            for (DemoOrder order : orders) {
                if (order.role().isPaid()) {
                    insert.setLong(1, order.id());
                    insert.setObject(2, now.minus(order.age()).plusMinutes(1));
                    insert.addBatch();
                }
            }
            insert.executeBatch();
        }
    }
}

package io.github.ordertimeout.shop.checkout;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The orders table, and the stock that orders hold. */
@Repository
public class Orders {
    private static final String SELECT = """
            SELECT o.id, o.merchant, i.sku, i.quantity, o.amount, o.status, o.created_at, o.closed_at, o.paid_by,
                   (SELECT COUNT(*) FROM shipment s WHERE s.order_id = o.id) AS shipped
            FROM orders o JOIN order_item i ON i.order_id = o.id
            """;

    private final JdbcClient jdbc;

    Orders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Writes an order and takes what it holds from the stock: both or neither. Giving it back is the engine's business.
     *
     * @throws OutOfStockException if there is not enough
     */
    @Transactional
    public long create(Purchase purchase) {
        int reserved = jdbc.sql("UPDATE stock SET available = available - :quantity, reserved = reserved + :quantity"
                        + " WHERE sku = :sku AND available >= :quantity")
                .param("quantity", purchase.quantity())
                .param("sku", purchase.sku())
                .update();
        if (reserved == 0) {
            throw new OutOfStockException(purchase.sku());
        }
        BigDecimal price = jdbc.sql("SELECT price FROM stock WHERE sku = ?")
                .param(purchase.sku())
                .query(BigDecimal.class)
                .single();
        long id = insertOrder(purchase.merchant(), price.multiply(BigDecimal.valueOf(purchase.quantity())));
        jdbc.sql("INSERT INTO order_item (order_id, sku, quantity) VALUES (?, ?, ?)")
                .params(id, purchase.sku(), purchase.quantity())
                .update();
        return id;
    }

    private long insertOrder(String merchant, BigDecimal amount) {
        KeyHolder key = new GeneratedKeyHolder();
        jdbc.sql("INSERT INTO orders (merchant, amount, status) VALUES (?, ?, 'unpaid')")
                .params(merchant, amount)
                .update(key, "id");
        return Objects.requireNonNull(key.getKey(), "the database made no id").longValue();
    }

    /** The order as it is in the table now. */
    public Optional<Order> find(long id) {
        return jdbc.sql(SELECT + "WHERE o.id = ?").param(id).query(Order::of).optional();
    }

    /** The latest orders, newest first. */
    public List<Order> latest(int count) {
        return jdbc.sql(SELECT + "ORDER BY o.id DESC LIMIT " + count)
                .query(Order::of)
                .list();
    }

    /** What there is to buy. */
    public List<Stock> stock() {
        return jdbc.sql("SELECT sku, price, available, reserved FROM stock ORDER BY sku")
                .query(Stock.class)
                .list();
    }

    /** Hands a paid order over for shipping. A second time it throws: what follows a payment must happen once. */
    public void ship(String id) {
        jdbc.sql("INSERT INTO shipment (order_id) VALUES (?)")
                .param(Long.valueOf(id))
                .update();
    }
}

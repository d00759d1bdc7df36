package io.github.ordertimeout.shop.warehouse;

import io.github.ordertimeout.applyonce.ApplyOnce;
import java.util.List;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The warehouse's own system, which the shop reaches by HTTP only. To put pieces back twice would be wrong, so that each call takes
 * effect once by its key: {@link ApplyOnce} writes the key in the transaction that moves the pieces.
 */
@Service
public class Warehouse {
    private final ApplyOnce once = new ApplyOnce();
    private final JdbcTemplate template;
    private final JdbcClient jdbc;

    Warehouse(JdbcTemplate template, JdbcClient jdbc) {
        this.template = template;
        this.jdbc = jdbc;
    }

    /** What lies on the shelves. */
    public List<Shelf> shelves() {
        return jdbc.sql("SELECT sku, free, held FROM warehouse_shelf ORDER BY sku")
                .query(Shelf.class)
                .list();
    }

    /** Puts pieces aside; false where an earlier call with this key did it. */
    @Transactional
    public boolean hold(Hold hold, String key) {
        return once(key, () -> {
            move(hold.sku(), hold.quantity());
            jdbc.sql("INSERT INTO warehouse_hold (order_id, sku, quantity) VALUES (?, ?, ?)")
                    .params(hold.order(), hold.sku(), hold.quantity())
                    .update();
        });
    }

    /** Puts back what was put aside for the order, which may be nothing; false where an earlier call with this key did it. */
    @Transactional
    public boolean release(Release release, String key) {
        return once(key, () -> {
            // A hold that is still on its way must not be carried out any more.
            once(Hold.keyOf(release.order()), () -> {});
            jdbc.sql("SELECT order_id, sku, quantity FROM warehouse_hold WHERE order_id = ?")
                    .param(release.order())
                    .query((row, number) -> new Hold(row.getLong(1), row.getString(2), row.getInt(3)))
                    .list()
                    .forEach(hold -> move(hold.sku(), -hold.quantity()));
        });
    }

    /** On the connection of the transaction, which {@code jdbc} works on as well. */
    private boolean once(String key, Runnable effect) {
        ConnectionCallback<Boolean> call = connection -> once.apply(connection, key, same -> effect.run());
        return Boolean.TRUE.equals(template.execute(call));
    }

    private void move(String sku, int pieces) {
        int shelves = jdbc.sql("UPDATE warehouse_shelf SET free = free - ?, held = held + ? WHERE sku = ?")
                .params(pieces, pieces, sku)
                .update();
        if (shelves == 0) {
            throw new IllegalArgumentException("There is no shelf for " + sku);
        }
    }
}

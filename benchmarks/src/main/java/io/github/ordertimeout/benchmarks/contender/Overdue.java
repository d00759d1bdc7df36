package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Shop;
import java.util.List;

/** The overdue orders of a shop, all at once: for schedulers, which know each order by a job. */
final class Overdue {
    private Overdue() {}

    static List<Long> ids(Shop shop) {
        return shop
                .database()
                .rows("SELECT id FROM " + Shop.ORDERS + " WHERE status = 0 AND expire_at <= "
                        + shop.database().dialect().now() + " ORDER BY id")
                .stream()
                .map(row -> Long.parseLong(row.get(0)))
                .toList();
    }
}

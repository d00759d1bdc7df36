package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What closing an order costs in memory, the driver's share included. */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB})
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ORDERS = 2_000;
    /** Twice what was measured (5.6 kB on PostgreSQL, 7.4 kB on MariaDB, one line of items each). */
    private static final long MOST_BYTES = 15_000;

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("promise 6: closing an order with its stock allocates less than 15 kB, however many are closed")
    void perOrder() {
        Shop shop = new Shop(db);
        OrderTimeoutEngine engine =
                shop.engine(Shop.RULE, Shop.INVENTORY, "close: {threads: 1}").build();
        db.execute("insert into shop_stock values ('A', 1000000, 0)");
        long[] bytes = new long[2];
        for (int round = 0; round < bytes.length; round++) {
            int from = 1 + round * ORDERS;
            shop.orders(from, from + ORDERS - 1, Duration.ofHours(1), Optional.of("A"));
            long before = THREADS.getCurrentThreadAllocatedBytes();
            assertThat(shop.run(engine).closed()).isEqualTo(ORDERS);
            bytes[round] = (THREADS.getCurrentThreadAllocatedBytes() - before) / ORDERS;
        }
        // The first round loads classes.
        assertThat(bytes[1]).as("bytes per order").isLessThan(MOST_BYTES);
    }
}

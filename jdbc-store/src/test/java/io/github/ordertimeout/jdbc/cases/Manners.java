package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/**
 * What a host's checkout feels of an engine that works off a backlog on the very same stock row. Not part of the build, since it
 * measures: {@code -Pmanners}.
 */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB})
class Manners {
    private static final int ORDERS = Integer.getInteger("manners.orders", 100_000);
    /** More text of the rule, for example {@code close: {threads: 1}}. */
    private static final String FURTHER = System.getProperty("manners.rule", "");

    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration IDLE = Duration.ofSeconds(20);
    private static final int CUSTOMERS = 4;
    private static final long PAUSE_MILLIS = 50;
    private static final double TOLERATED_MILLIS = 50;

    @Parameter
    TestDatabase db;

    private final AtomicInteger deadlocks = new AtomicInteger();
    private final AtomicInteger lockTimeouts = new AtomicInteger();
    private final AtomicInteger nextId = new AtomicInteger(10_000_000);
    private final List<Double> stockWaits = Collections.synchronizedList(new ArrayList<>());
    private Shop shop;

    @Test
    @DisplayName(
            "promise 6: a checkout on the hot stock row of 100,000 overdue orders is at most 50 ms slower, no deadlock")
    void goodGuest() throws Exception {
        shop = new Shop(db).stock("hot", ORDERS, 0).orders(1, ORDERS, Duration.ofHours(1), Optional.of("hot"));
        db.execute("analyze " + (db.server() == TestServer.MARIADB ? "table " : "") + "shop_order");
        try (HikariDataSource ofHost = db.pool(config -> config.setMaximumPoolSize(CUSTOMERS))) {
            checkouts(ofHost, Duration.ofSeconds(3), new AtomicBoolean());
            List<Double> idle = checkouts(ofHost, IDLE, new AtomicBoolean());
            OrderTimeoutEngine engine = shop.engine(RULE, INVENTORY, FURTHER).build();
            AtomicBoolean done = new AtomicBoolean();
            long start = System.nanoTime();
            Thread drain = new Thread(() -> {
                try {
                    engine.runOnce();
                } finally {
                    done.set(true);
                }
            });
            stockWaits.clear();
            drain.start();
            List<Double> draining = checkouts(ofHost, LONGEST, done);
            double seconds = (System.nanoTime() - start) / 1e9;
            long closed = db.number("select count(*) from shop_order where status = 4");
            Collections.sort(stockWaits);
            System.out.printf(
                    "%s: %d checkouts idle p50 %.1f p99 %.1f max %.1f ms; %d beside the engine p50 %.1f p99 %.1f max %.1f"
                            + " ms"
                            + " (its stock statement p50 %.1f p99 %.1f); %d closed in %.0f s; deadlocks of the host %d, lock time-outs %d%n",
                    db,
                    idle.size(),
                    at(idle, 50),
                    at(idle, 99),
                    at(idle, 100),
                    draining.size(),
                    at(draining, 50),
                    at(draining, 99),
                    at(draining, 100),
                    at(stockWaits, 50),
                    at(stockWaits, 99),
                    closed,
                    seconds,
                    deadlocks.get(),
                    lockTimeouts.get());
            drain.join(TimeUnit.MINUTES.toMillis(5));
            assertThat(deadlocks).hasValue(0);
            assertThat(at(draining, 99)).isLessThan(at(idle, 99) + TOLERATED_MILLIS);
        }
    }

    /** Milliseconds of each, in ascending order. */
    private List<Double> checkouts(HikariDataSource pool, Duration time, AtomicBoolean enough) throws Exception {
        List<Double> millis = Collections.synchronizedList(new ArrayList<>());
        long end = System.nanoTime() + time.toNanos();
        List<Thread> customers = new ArrayList<>();
        for (int i = 0; i < CUSTOMERS; i++) {
            Thread customer = new Thread(() -> {
                while (System.nanoTime() < end && !enough.get()) {
                    long start = System.nanoTime();
                    checkout(pool);
                    millis.add((System.nanoTime() - start) / 1e6);
                    pause();
                }
            });
            customer.start();
            customers.add(customer);
        }
        for (Thread customer : customers) {
            customer.join();
        }
        Collections.sort(millis);
        return millis;
    }

    private void checkout(HikariDataSource pool) {
        int id = nextId.incrementAndGet();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                long start = System.nanoTime();
                statement.execute(
                        "update shop_stock set available = available - 1, reserved = reserved + 1 where sku = 'hot'");
                stockWaits.add((System.nanoTime() - start) / 1e6);
                statement.execute("insert into shop_order (id, order_no, status, created_at) values (" + id + ", 'N"
                        + id + "', 0, " + Shop.at(shop.now) + ")");
                statement.execute("insert into shop_item values (" + id + ", " + id + ", 'hot', 1)");
                connection.commit();
            } catch (SQLException e) {
                connection.rollback();
                count(e);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void count(SQLException failure) throws SQLException {
        if (failure.getErrorCode() == 1213 || "40P01".equals(failure.getSQLState())) {
            deadlocks.incrementAndGet();
        } else if (failure.getErrorCode() == 1205 || "55P03".equals(failure.getSQLState())) {
            lockTimeouts.incrementAndGet();
        } else {
            throw failure;
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double at(List<Double> ascending, int percent) {
        return ascending.get(Math.max(0, (int) Math.ceil(ascending.size() * percent / 100.0) - 1));
    }
}

package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.measure.Series;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Dialect;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** A host's checkouts on one hot SKU, a few at a time, each in a transaction: take stock, write the order and its item. */
final class Customers {
    private static final int COUNT = 4;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Set<String> DEADLOCK = Set.of("40P01", "40001");
    private static final long FIRST_ID = 2_000_000_000L;

    private final Database database;
    private final AtomicLong nextId = new AtomicLong(FIRST_ID);
    private final AtomicLong deadlocks = new AtomicLong();
    private final AtomicLong otherFailures = new AtomicLong();

    Customers(Database database) {
        this.database = database;
    }

    /** Lets them buy while that holds; milliseconds of each checkout. */
    Series buy(BooleanSupplier open) {
        List<Double> millis = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            Thread thread = new Thread(() -> {
                while (open.getAsBoolean()) {
                    long start = System.nanoTime();
                    checkout();
                    millis.add((System.nanoTime() - start) / 1e6);
                    Wakes.sleep(PAUSE);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        Series all = new Series();
        millis.forEach(all::add);
        return all;
    }

    private void checkout() {
        long id = nextId.incrementAndGet();
        Dialect dialect = database.dialect();
        try (Connection connection = database.pool().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                statement.execute("UPDATE " + Shop.STOCK
                        + " SET available = available - 1, reserved = reserved + 1 WHERE sku_id = 1");
                statement.execute("INSERT INTO " + Shop.ORDERS
                        + " (id, order_no, user_id, status, total, created_at, expire_at) VALUES (" + id + ", 'N" + id
                        + "', 1, 0, 9.90, " + dialect.now() + ", " + dialect.ago("-86400000000") + ")");
                statement.execute("INSERT INTO " + Shop.ITEMS + " (id, order_id, sku_id, qty) VALUES (" + 2 * id + ", "
                        + id + ", 1, 1)");
                connection.commit();
            } catch (SQLException e) {
                connection.rollback();
                (DEADLOCK.contains(e.getSQLState()) ? deadlocks : otherFailures).incrementAndGet();
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Checkouts that were the victim of a deadlock. */
    long deadlocks() {
        return deadlocks.get();
    }

    /** Checkouts that failed otherwise. */
    long otherFailures() {
        return otherFailures.get();
    }
}

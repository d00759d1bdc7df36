package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Dialect;
import io.github.ordertimeout.benchmarks.shop.ServerClock;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A shop's customers: so many orders a second with two items each, which run out a few seconds later and are never paid. */
final class Feeder {
    private static final long STEP_MILLIS = 20;
    /** Behind all that the shop was made with. */
    private static final long FIRST_ID = 1_000_000_000L;

    private final Database database;
    private final ServerClock clock;
    private final long perSecond;
    private final Duration term;
    private final Consumer<Instant> told;

    /** Tells the host's part, {@code orderCreated}, of each. */
    Feeder(Database database, ServerClock clock, long perSecond, Duration term, Consumer<Instant> told) {
        this.database = database;
        this.clock = clock;
        this.perSecond = perSecond;
        this.term = term;
        this.told = told;
    }

    /** Makes orders for so long; yields how many. */
    long run(Duration time) {
        long start = System.nanoTime();
        long made = 0;
        String order = "INSERT INTO " + Shop.ORDERS
                + " (id, order_no, user_id, status, total, created_at, expire_at) VALUES (?, ?, 1, 0, 9.90, ?, ?)";
        String item = "INSERT INTO " + Shop.ITEMS + " (id, order_id, sku_id, qty) VALUES (?, ?, ?, 1)";
        try (Connection connection = database.pool().getConnection();
                PreparedStatement orders = connection.prepareStatement(order);
                PreparedStatement items = connection.prepareStatement(item)) {
            connection.setAutoCommit(false);
            while (System.nanoTime() - start < time.toNanos()) {
                long wanted = (System.nanoTime() - start) * perSecond / 1_000_000_000L;
                Instant due = Instant.EPOCH;
                for (; made < wanted; made++) {
                    due = add(
                            orders,
                            items,
                            FIRST_ID + made,
                            (made * 1_000_000L / perSecond) - (System.nanoTime() - start) / 1000);
                }
                if (!due.equals(Instant.EPOCH)) {
                    orders.executeBatch();
                    items.executeBatch();
                    connection.commit();
                    told.accept(due);
                }
                TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
            }
            connection.setAutoCommit(true);
            return made;
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return made;
        }
    }

    private Instant add(PreparedStatement orders, PreparedStatement items, long id, long offset) throws SQLException {
        long micros = clock.micros() + offset;
        Instant created = Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1_000);
        Instant due = created.plus(term);
        orders.setLong(1, id);
        orders.setString(2, "N" + id);
        orders.setObject(3, bound(created));
        orders.setObject(4, bound(due));
        orders.addBatch();
        for (int i = 0; i < 2; i++) {
            items.setLong(1, 2 * id + i);
            items.setLong(2, id);
            items.setLong(3, 1 + (id * 7919 + i) % Shop.SKUS);
            items.addBatch();
        }
        return due;
    }

    private Object bound(Instant moment) {
        return database.dialect() == Dialect.MARIADB
                ? LocalDateTime.ofInstant(moment, ZoneOffset.UTC)
                : moment.atOffset(ZoneOffset.UTC);
    }
}

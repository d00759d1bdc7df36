package io.github.ordertimeout.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.time.TimeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The checker finds nothing in a small sound run, and finds each bug that is put into what that run has left. */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB})
class CheckerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Scale SCALE =
            new Scale(1, Duration.ZERO, SECOND, Duration.ofSeconds(2), 1, SECOND, 1, SECOND, SECOND, false);
    private static final int NEVER_PAID = 1;
    private static final int ALSO_NEVER_PAID = 2;
    private static final int PAID = 3;
    private static final int PAID_TWICE = 4;
    private static final int PAID_LATE = 5;
    private static final int CANCELLED = 6;
    private static final int CANCELLED_BY_PERSON = 7;

    @Parameter
    TestDatabase db;

    @TempDir
    Path directory;

    private final Provider provider = new Provider();
    private final Warehouse warehouse = new Warehouse();
    private Stubs stubs;
    private Journal journal;
    private HikariDataSource pool;
    private Checkout checkout;

    /** What a bug does to the database or to the books outside. */
    private interface Bug {
        void in(Statement statement) throws SQLException;
    }

    @BeforeEach
    void play() throws Exception {
        Chaos.quiet();
        ShopDatabase database = ShopDatabase.on(db);
        stubs = new Stubs(provider, warehouse);
        journal = new Journal(directory.resolve("journal.log"));
        pool = Engines.pool(database.adminUrl(), 4);
        ShopTables.create(database, pool);
        ZoneId zone = ChaosZone.register(ChaosZone.text(Instant.now().minusSeconds(86_400), Duration.ofHours(1)));
        Path file =
                Files.writeString(directory.resolve("usual.yml"), Engines.configuration(SCALE, zone.getId(), false));
        checkout = new Checkout(pool, database.product(), zone);
        for (long id = NEVER_PAID; id <= CANCELLED_BY_PERSON; id++) {
            provider.open(id);
            journal.made(id, checkout.order(id, new TreeMap<>(java.util.Map.of(ShopTables.sku((int) id), 2))));
        }
        journal.neverPaid(NEVER_PAID);
        journal.neverPaid(ALSO_NEVER_PAID);
        try (OrderTimeoutEngine engine = Engines.build(pool, file, stubs.port(), TimeSource.system())) {
            provider.pay(PAID);
            confirm(engine, PAID, Provider.session(PAID));
            provider.pay(PAID_TWICE);
            confirm(engine, PAID_TWICE, Provider.session(PAID_TWICE));
            provider.payBeside(PAID_TWICE, "X");
            confirm(engine, PAID_TWICE, "X");
            journal.customerCancels(CANCELLED);
            journal.customerCancelled(CANCELLED, checkout.cancel(CANCELLED));
            journal.personCancels(CANCELLED_BY_PERSON);
            engine.cancel(String.valueOf(CANCELLED_BY_PERSON), "asked for it", "support");
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (db.number("select count(*) from shop_order where status = 0") > 0 && System.nanoTime() < end) {
                engine.runOnce();
            }
            provider.payBeside(PAID_LATE, "L");
            confirm(engine, PAID_LATE, "L");
            while (db.number("select count(*) from order_timeout_compensation") > 0 && System.nanoTime() < end) {
                engine.compensate();
            }
        }
    }

    private void confirm(OrderTimeoutEngine engine, long order, String reference) {
        Confirmation.Result result = engine.guard()
                .confirm(String.valueOf(order), reference, StubClient.AMOUNT)
                .result();
        journal.confirmed(order, reference, result);
    }

    @AfterEach
    void end() {
        stubs.close();
        journal.close();
        pool.close();
    }

    @Test
    @DisplayName("a sound run breaks no promise; each bug that is put in breaks its own")
    void bites() throws SQLException {
        assertThat(check(statement -> {})).isEmpty();
        Set<Promise> found = EnumSet.noneOf(Promise.class);
        caught(found, Promise.NOT_OVER_A_PAYMENT, closing(PAID)); // without the status in its condition
        caught(found, Promise.NOT_OVER_A_PAYMENT, statement -> {
            // Money is at the provider, nobody has asked there.
            order(statement, 101, -10);
            provider.open(101);
            provider.pay(101);
            closing(101).in(statement);
        });
        caught(found, Promise.NOT_OVER_A_PAYMENT, set(PAID_LATE, 1)); // a closed order is flipped to paid
        caught(found, Promise.NOT_EARLY, statement -> {
            order(statement, 102, 0);
            closing(102).in(statement);
        });
        caught(found, Promise.CLOSED_ONCE, statement -> {
            set(NEVER_PAID, 0).in(statement);
            closing(NEVER_PAID).in(statement);
        });
        caught(
                found,
                Promise.STOCK_ADDS_UP,
                sql("update shop_stock set reserved = reserved - 2, available = available + 2" + " where sku = '"
                        + ShopTables.sku(NEVER_PAID) + "'"));
        caught(
                found,
                Promise.STOCK_ADDS_UP,
                sql("update shop_stock set reserved = reserved + 2, available = available - 2" + " where sku = '"
                        + ShopTables.sku(NEVER_PAID) + "'"));
        caught(
                found,
                Promise.STOCK_BACK_ONCE,
                sql("delete from order_timeout_release where type = 'inventory'" + " and order_id = '" + NEVER_PAID
                        + "'"));
        caught(
                found,
                Promise.STOCK_BACK_ONCE,
                sql("update order_timeout_release set done_at = null where type =" + " 'warehouse' and order_id = '"
                        + NEVER_PAID + "'"));
        caught(found, Promise.STOCK_BACK_ONCE, statement -> {
            sql("update order_timeout_release set order_id = '" + PAID + "' where order_id = '" + NEVER_PAID + "'")
                    .in(statement);
        });
        caught(found, Promise.NOTHING_LOST, sql("delete from shop_order where id = " + PAID));
        caught(found, Promise.NOTHING_LOST, sql("delete from shop_history where order_id = " + CANCELLED));
        caught(found, Promise.COMES_TO_REST, statement -> order(statement, 103, -10));
        // What follows changes the books outside, for good: each bug has an order of its own.
        caught(found, Promise.STOCK_BACK_ONCE, statement -> warehouse.release("another key", ALSO_NEVER_PAID));
        caught(found, Promise.STOCK_BACK_ONCE, statement -> warehouse.forget(NEVER_PAID));
        caught(found, Promise.STOCK_BACK_ONCE, statement -> warehouse.release("a key", PAID));
        caught(found, Promise.REFUNDED_ONCE, statement -> provider.refund("another key", PAID_LATE, "L"));
        caught(found, Promise.REFUNDED_ONCE, statement -> provider.payBeside(NEVER_PAID, "never given back"));
        caught(found, Promise.REFUNDED_ONCE, statement -> provider.refund("a key", PAID, Provider.session(PAID)));
        caught(found, Promise.REFUNDED_ONCE, statement -> provider.refund("key", CANCELLED, "never came in"));
        assertThat(found)
                .as("what has to be watched meanwhile is below")
                .containsExactlyInAnyOrderElementsOf(
                        EnumSet.complementOf(EnumSet.of(Promise.ACCOUNTED_FOR, Promise.TAKEN_OVER)));
    }

    @Test
    @DisplayName("an order that nobody closes after a node was killed is found, as are orders that nobody accounts for")
    void meanwhile() throws SQLException {
        Evidence sound = Evidence.read(pool);
        long due = sound.dueMicros(NEVER_PAID, SCALE);
        assertThat(Checker.latestMicros(SCALE, sound, journal, due, due + 1)).isLessThan(30_000_000);
        List<Evidence.Change> changes = sound.changes().stream()
                .filter(change -> change.order() != NEVER_PAID)
                .toList();
        Evidence lost = new Evidence(sound.orders(), changes, sound.releases(), sound.stock(), sound.owed());
        assertThat(Checker.latestMicros(SCALE, lost, journal, due, due + 1)).isGreaterThan(1_000_000_000_000L);
        assertThat(Checker.accounted(1.9, 2, List.of())).isEmpty();
        assertThat(Checker.accounted(2.1, 2, List.of())).isPresent();
        assertThat(Checker.accounted(1, 2, List.of(7L))).isPresent();
    }

    /** What that bug breaks is this promise; whatever it did to the database is undone. */
    private void caught(Set<Promise> found, Promise promise, Bug bug) throws SQLException {
        List<Violation> before = check(statement -> {});
        List<Violation> more = new ArrayList<>(check(bug));
        more.removeAll(before);
        assertThat(more).extracting(Violation::promise).contains(promise);
        found.add(promise);
    }

    private List<Violation> check(Bug bug) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                bug.in(statement);
                return Checker.check(SCALE, Evidence.read(connection), provider, warehouse, journal);
            } finally {
                connection.rollback();
            }
        }
    }

    private static Bug sql(String update) {
        return statement -> assertThat(statement.executeUpdate(update)).isPositive();
    }

    private static Bug set(long order, int status) {
        return sql("update shop_order set status = " + status + " where id = " + order);
    }

    private static Bug closing(long order) {
        return sql("update shop_order set status = 4, close_reason = 'timeout' where id = " + order);
    }

    /** An open order that holds nothing, made so many seconds from now. */
    private void order(Statement statement, long id, int seconds) throws SQLException {
        try (ResultSet now =
                statement.executeQuery("select " + Product.of(db.url()).nowMicros())) {
            now.next();
            long micros = now.getLong(1) + seconds * 1_000_000L;
            statement.executeUpdate("insert into shop_order (id, order_no, status, created_at, created_micros, amount)"
                    + " values (" + id + ", 'N" + id + "', 0, '2026-01-01 00:00:00', " + micros + ", 10)");
        }
    }
}

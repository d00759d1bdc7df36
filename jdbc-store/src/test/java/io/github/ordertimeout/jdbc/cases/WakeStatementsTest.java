package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What an engine that runs by itself says to the database while there is nothing to do. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class WakeStatementsTest {
    private static final String OFTEN = "scan: {interval: 100ms, precision: 1ms, full-interval: 1h}\n";

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("a wake with nothing due is one statement: clock and next due time of all arms together")
    void idle() {
        Shop shop = new Shop(db);
        shop.order(1, Duration.ofMinutes(10));
        shop.order(2, Duration.ofHours(1), "status = 1");
        FaultyDataSource recording = new FaultyDataSource(db.dataSource());
        Settings settings = Shop.settings(Shop.RULE + OFTEN);
        try (OrderTimeoutEngine engine = shop.engine(recording, settings).build()) {
            engine.start();
            await(() -> looks(recording.calls()) >= 5);
            recording.take();
            long before = passes(shop);
            await(() -> looks(recording.calls()) >= 10);
            engine.close();
            List<String> sent = recording.take().stream()
                    .filter(DatabaseCall::prepared)
                    .map(DatabaseCall::sql)
                    // what is owed has wakes of its own
                    .filter(sql -> !sql.contains("order_timeout_compensation"))
                    .toList();
            assertThat(sent).allMatch(WakeStatementsTest::isLook);
            // give or take those under way when counting began and ended
            assertThat(sent).hasSizeLessThanOrEqualTo(Math.toIntExact(passes(shop) - before + 3));
        }
        assertThat(db.number("select count(*) from shop_order where status = 0"))
                .isEqualTo(1);
    }

    private static long passes(Shop shop) {
        synchronized (shop.events) {
            return shop.events.stream()
                    .filter(EngineEvent.PassEnded.class::isInstance)
                    .count();
        }
    }

    private static long looks(List<DatabaseCall> calls) {
        return calls.stream()
                .filter(DatabaseCall::prepared)
                .filter(call -> isLook(call.sql()))
                .count();
    }

    private static boolean isLook(String sql) {
        return sql.startsWith("SELECT (SELECT ");
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}

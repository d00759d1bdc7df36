package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.StoppableServer;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The database server loses power while the engine's own loops close; {@code -Dstopped.seconds=20} is how long it is away. */
class DatabaseStoppedTest {
    private static final int AWAY_SECONDS = Integer.getInteger("stopped.seconds", 3);
    private static final int ORDERS = 1_500;

    @TempDir
    Path directory;

    private final Warehouse north = new Warehouse("north");
    private volatile Duration ahead = Duration.ZERO;

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    @DisplayName(
            "promise 5: the database stops in mid-pass and comes back: the loops go on by themselves, all is exact")
    void stopped(TestServer product) throws Exception {
        try (StoppableServer server = StoppableServer.start(product, directory);
                TestDatabase db = server.database()) {
            Shop shop = new Shop(db).stock("a", ORDERS, 0).orders(1, ORDERS, Duration.ofHours(1), Optional.of("a"));
            try (HikariDataSource pool = db.pool(config -> {
                        config.setMaximumPoolSize(8);
                        config.setConnectionTimeout(1_000);
                    });
                    OrderTimeoutEngine engine = engine(pool)) {
                engine.start();
                await().until(() -> shop.ledgerRows() > ORDERS / 5);
                Set<String> threads = threads();
                server.losePower();
                TimeUnit.SECONDS.sleep(AWAY_SECONDS);
                assertThat(threads()).containsAll(threads);
                long back = System.nanoTime();
                server.start();
                await().atMost(90, TimeUnit.SECONDS)
                        .ignoreExceptions()
                        .until(() -> db.number("select count(*) from shop_order where status = 0") == 0);
                System.out.printf(
                        "%s: away for %d s; all closed %.1f s after its start began%n",
                        product, AWAY_SECONDS, (System.nanoTime() - back) / 1e9);
                // What was released and could not be noted is claimed for a while.
                ahead = Duration.ofMinutes(10);
                await().atMost(60, TimeUnit.SECONDS).until(() -> shop.compensationRows() == 0);
                assertThat(threads()).containsAll(threads);
            }
            assertThat(shop.statuses()).hasSize(ORDERS).containsOnly("4");
            assertThat(shop.ledgerRows()).isEqualTo(2L * ORDERS);
            assertThat(db.number(
                            "select count(*) from order_timeout_release where close_no = 1 and done_at is not null"))
                    .isEqualTo(2L * ORDERS);
            assertThat(shop.stock("a")).isEqualTo(List.of(0L, (long) ORDERS));
            assertThat(north.given()).hasSize(ORDERS).doesNotHaveDuplicates();
        }
    }

    private OrderTimeoutEngine engine(HikariDataSource pool) {
        Settings settings = Shop.settings(RULE + INVENTORY + "scan: {batch-size: 20, interval: 500ms}");
        return OrderTimeoutEngine.builder()
                .settings(settings)
                .store(JdbcOrderStore.builder()
                        .dataSource(pool)
                        .tables(settings.tables())
                        .clock(() -> Instant.now().plus(ahead))
                        .build())
                .releaser(north)
                .build();
    }

    /** The loops and those who close; calls of releasers come and go. */
    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("order-timeout-")
                        && !thread.getName().equals("order-timeout-call"))
                .map(thread -> thread.getName() + " " + thread.getId())
                .collect(Collectors.toSet());
    }
}

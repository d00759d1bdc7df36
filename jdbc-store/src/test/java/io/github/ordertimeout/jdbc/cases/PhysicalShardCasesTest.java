package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.ordertimeout.AmbiguousOrderException;
import io.github.ordertimeout.CloseAnswer;
import io.github.ordertimeout.Explanation;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.PaymentWindow;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import io.github.ordertimeout.testkit.network.Direction;
import io.github.ordertimeout.testkit.network.FaultyProxy;
import java.math.BigDecimal;
import java.net.URI;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** One rule whose orders lie in two data sources of two tables each. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class PhysicalShardCasesTest {
    private static final String OFTEN = "scan: {interval: 200ms, full-interval: 200ms, precision: 1ms}";

    @Parameter
    TestDatabase db;

    private ShardedShop shop;

    @BeforeEach
    void open() {
        shop = new ShardedShop(db);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    @DisplayName(
            "the same ids in four tables: each order closes once, with its own stock, and each shard has its report")
    void eachOnce() {
        shop.orders(1, 20);
        try (OrderTimeoutEngine engine = shop.engine().build();
                OrderTimeoutEngine other = shop.engine().build()) {
            PassReport report = engine.runOnce();
            assertThat(other.runOnce().rules().values()).allMatch(rule -> rule.closed() == 0);
            assertThat(report.rules().keySet())
                    .containsExactly(
                            "unpaid@ds0.orders_00",
                            "unpaid@ds1.orders_00",
                            "unpaid@ds0.orders_01",
                            "unpaid@ds1.orders_01");
            assertThat(report.rules().values()).allMatch(rule -> rule.closed() == 20);
        }
        shop.databases.forEach((name, one) -> {
            assertThat(shop.closed(name)).isEqualTo(40);
            assertThat(one.column("select reserved from stock")).containsExactly("0");
            assertThat(one.column("select available from stock")).containsExactly("40");
            assertThat(
                            one.column(
                                    "select concat(lower(source), ' ', count(*)) from order_timeout_release group by source order by source"))
                    .containsExactly(name + ".orders_00 20", name + ".orders_01 20");
        });
    }

    @Test
    @DisplayName("each shard has its own max-per-pass and its own brake")
    void budgetAndBrake() {
        shop.orders(1, 5).orders("ds1", 6, 30);
        try (OrderTimeoutEngine engine = shop.engine(
                        "scan: {max-per-pass: 3}", "safety: {max-closes-per-pass: 20, floor: 0}")
                .build()) {
            PassReport report = engine.runOnce();
            assertThat(report.rules().get("unpaid@ds0.orders_00").closed()).isEqualTo(3);
            assertThat(report.rules().get("unpaid@ds0.orders_01").closed()).isEqualTo(3);
            assertThat(report.rules().get("unpaid@ds1.orders_00").braked()).isTrue();
            assertThat(shop.closed("ds1")).isZero();
            assertThat(engine.resume("unpaid")).isTrue();
            assertThat(engine.runOnce().rules().get("unpaid@ds1.orders_00").closed())
                    .isEqualTo(3);
            engine.pause("unpaid@ds0.orders_00", "moving it");
            assertThat(engine.runOnce().rules().get("unpaid@ds0.orders_00").closed())
                    .isZero();
            assertThat(engine.runOnce().rules().get("unpaid@ds1.orders_00").closed())
                    .isEqualTo(3);
        }
    }

    @Test
    @DisplayName("promise 5: a data source that hangs holds up no other, and catches up when it is back")
    void hanging() {
        shop.orders(1, 5);
        CountDownLatch back = new CountDownLatch(1);
        AtomicBoolean hangs = new AtomicBoolean();
        FaultyDataSource hanging = new FaultyDataSource(shop.db("ds1").pool(config -> config.setMaximumPoolSize(8)))
                .inject(Fault.before(call -> hangs.get()).running(() -> awaitQuietly(back)));
        shop.pools.put("ds1", hanging);
        try (OrderTimeoutEngine engine = shop.engine(OFTEN).build()) {
            hangs.set(true);
            engine.start();
            Awaitility.await().until(() -> shop.closed("ds0") == 10);
            List<Duration> lateness = new ArrayList<>();
            for (int id = 100; id < 110; id++) {
                long begun = System.nanoTime();
                shop.orders("ds0", id, id);
                long all = 10 + 2L * (id - 99);
                Awaitility.await().pollInterval(Duration.ofMillis(5)).until(() -> shop.closed("ds0") == all);
                lateness.add(Duration.ofNanos(System.nanoTime() - begun));
            }
            assertThat(lateness).allMatch(late -> late.toMillis() < 2_000);
            assertThat(shop.closed("ds1")).isZero();
            assertThat(engine.status().rules().get("unpaid@ds1.orders_00").runningFor())
                    .isPresent();
            assertThat(engine.status().rules().get("unpaid@ds0.orders_00").failedInARow())
                    .isZero();
            hangs.set(false);
            back.countDown();
            Awaitility.await().until(() -> shop.closed("ds1") == 10);
        } finally {
            back.countDown();
        }
    }

    @Test
    @DisplayName("promise 5: the network to one database is a black hole; it catches up when that is back")
    void blackHole() {
        assumeThat(db.server()).isNotEqualTo(TestServer.H2);
        shop.orders(1, 5);
        TestDatabase far = shop.db("ds1");
        URI address = URI.create(far.url().substring("jdbc:".length()));
        String timeout = db.server() == TestServer.POSTGRESQL ? "socketTimeout=1" : "socketTimeout=1000";
        try (FaultyProxy proxy = FaultyProxy.to(address.getHost(), address.getPort())) {
            shop.pools.put("ds1", far.pool(config -> {
                config.setJdbcUrl(far.url().replace(address.getAuthority(), "127.0.0.1:" + proxy.port())
                        + (address.getQuery() == null ? "?" : "&")
                        + timeout);
                config.setMaximumPoolSize(8);
                config.setConnectionTimeout(1_000);
            }));
            try (OrderTimeoutEngine engine = shop.engine(OFTEN).build()) {
                proxy.hold(Direction.TO_CLIENT);
                engine.start();
                Awaitility.await().until(() -> shop.closed("ds0") == 10);
                Awaitility.await()
                        .until(() -> engine.status()
                                        .rules()
                                        .get("unpaid@ds1.orders_00")
                                        .failedInARow()
                                > 0);
                shop.orders("ds0", 100, 101);
                Awaitility.await().until(() -> shop.closed("ds0") == 14);
                proxy.heal();
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> shop.closed("ds1") == 10);
            }
        }
    }

    @Test
    @DisplayName(
            "promise 5: a data source that is down at start is told of and tried again; the others close meanwhile")
    void downAtStart() {
        shop.orders(1, 5);
        FaultyDataSource down = new FaultyDataSource(shop.db("ds1").dataSource())
                .inject(Fault.before(call -> true)
                        .throwing(() -> new SQLTransientConnectionException("no route to ds1", "08001")));
        shop.pools.put("ds1", down);
        try (OrderTimeoutEngine engine = shop.engine(OFTEN).build()) {
            PassReport report = engine.runOnce();
            assertThat(report.rules().get("unpaid@ds1.orders_01").error())
                    .get()
                    .asString()
                    .contains("ds1 has not been reached");
            assertThat(shop.closed("ds0")).isEqualTo(10);
            assertThatThrownBy(() -> engine.cancel("3", "test", "me")).hasMessageContaining("ds1");
            assertThat(engine.explain("3")).hasSize(2);
            engine.start();
            Awaitility.await()
                    .until(() ->
                            engine.status().rules().get("unpaid@ds1.orders_00").failedInARow() > 3);
            down.heal();
            Awaitility.await().until(() -> shop.closed("ds1") == 10);
            Awaitility.await()
                    .until(() -> engine.status()
                            .rules()
                            .get("unpaid@ds1.orders_00")
                            .lastFinished()
                            .isPresent());
        }
    }

    @Test
    @DisplayName("promise 5: one table of a data source fails; the other tables of it and the other data source close")
    void oneTable() {
        shop.orders(1, 5);
        FaultyDataSource faulty = new FaultyDataSource(shop.db("ds1").pool(config -> config.setMaximumPoolSize(8)));
        shop.pools.put("ds1", faulty);
        try (OrderTimeoutEngine engine = shop.engine(OFTEN).build()) {
            faulty.inject(Fault.before(DatabaseCall.mentioning("orders_01"))
                    .throwing(() -> new SQLException("this table only", "HY000")));
            engine.start();
            Awaitility.await().until(() -> shop.closed("ds0") == 10 && shop.closed("ds1") == 5);
            Awaitility.await()
                    .until(() ->
                            engine.status().rules().get("unpaid@ds1.orders_01").failedInARow() > 1);
            assertThat(engine.status().rules().get("unpaid@ds1.orders_00").failedInARow())
                    .isZero();
            faulty.heal();
            Awaitility.await().until(() -> shop.closed("ds1") == 10);
        }
    }

    @Test
    @DisplayName(
            "S4 an id that two shards know is asked back: explain says which, cancel and guard want the shard named")
    void whichShard() {
        shop.orders(1, 2);
        shop.db("ds0").execute("update orders_00 set status = 1 where id = 1");
        try (OrderTimeoutEngine engine = shop.engine().build()) {
            assertThat(engine.explain("1"))
                    .extracting(Explanation::rule)
                    .containsExactlyInAnyOrder(
                            "unpaid@ds0.orders_00",
                            "unpaid@ds1.orders_00",
                            "unpaid@ds0.orders_01",
                            "unpaid@ds1.orders_01");
            assertThat(engine.explain("ds0.orders_00/1"))
                    .singleElement()
                    .satisfies(known -> assertThat(known.verdict()).isEqualTo("paid"));
            assertThatThrownBy(() -> engine.cancel("1", "test", "me"))
                    .isInstanceOf(AmbiguousOrderException.class)
                    .hasMessageContainingAll("ds1.", "/1");
            assertThat(engine.cancel("ds1.orders_01/1", "test", "me")).isEqualTo(CloseAnswer.CLOSED);
            assertThat(shop.status("ds1", "orders_01", 1)).isEqualTo(4);
            assertThat(shop.status("ds1", "orders_00", 1)).isZero();

            PaymentGuard guard = engine.guard();
            assertThatThrownBy(() -> guard.confirm("2", "tx", BigDecimal.TEN))
                    .isInstanceOf(AmbiguousOrderException.class);
            assertThat(guard.inShard("ds0.orders_01")
                            .confirm("2", "tx", BigDecimal.TEN)
                            .result())
                    .isEqualTo(Confirmation.Result.PAID);
            assertThat(guard.confirm("ds1.orders_01/N1", "tx", BigDecimal.TEN).result())
                    .isEqualTo(Confirmation.Result.REFUND_OWED);
            assertThat(guard.inShard("ds1.orders_00").begin("2").state()).isEqualTo(PaymentWindow.State.CLOSED);
            assertThat(shop.status("ds0", "orders_01", 2)).isEqualTo(1);
            assertThat(shop.status("ds1", "orders_00", 2)).isEqualTo(4);
            assertThat(shop.status("ds1", "orders_01", 2)).isZero();
            assertThat(engine.compensations(0, 10))
                    .singleElement()
                    .satisfies(row -> assertThat(row.what().key().source()).isEqualToIgnoringCase("ds1.orders_01"));
        }
    }

    @Test
    @DisplayName("an order that one shard alone knows needs no shard; one that none knows is a person's matter")
    void unique() {
        shop.orders("ds1", 7, 7);
        shop.db("ds1").execute("delete from orders_00");
        try (OrderTimeoutEngine engine = shop.engine().build()) {
            assertThat(engine.guard().confirm("7", "tx", BigDecimal.TEN).result())
                    .isEqualTo(Confirmation.Result.PAID);
            assertThat(shop.status("ds1", "orders_01", 7)).isEqualTo(1);
            assertThat(engine.guard().confirm("8", "tx", BigDecimal.TEN).result())
                    .isEqualTo(Confirmation.Result.UNKNOWN_ORDER);
            assertThat(engine.explain("8")).isEmpty();
        }
    }

    @Test
    @DisplayName("C13 two shards of one database that share a stock row, each with many orders: exactly all comes back")
    void sharedStock() {
        shop.orders(1, 25);
        try (OrderTimeoutEngine one = shop.engine(OFTEN).build();
                OrderTimeoutEngine other = shop.engine(OFTEN).build()) {
            one.start();
            other.start();
            Awaitility.await().until(() -> shop.closed("ds0") == 50 && shop.closed("ds1") == 50);
        }
        shop.databases.values().forEach(one -> {
            assertThat(one.column("select reserved from stock")).containsExactly("0");
            assertThat(one.column("select available from stock")).containsExactly("50");
        });
    }

    @Test
    @DisplayName("a wrong data source, a missing table, missing own tables: named at start with what helps")
    void refused() {
        assertThatThrownBy(() -> shop.engine()
                        .settings(Shop.settings(ShardedShop.RULE.replace("ds{0..1}", "ds{0..2}")))
                        .build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("order-timeout.rules.unpaid.data-sources names \"ds2\"")
                .hasMessageContaining("ds0, ds1");
        shop.db("ds1").execute("drop table orders_01");
        assertThatThrownBy(() -> shop.engine().build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("unpaid@ds1.orders_01")
                .hasMessageContaining("`tables` and `data-sources`, in data source ds1");
        shop.db("ds1").execute("drop table order_timeout_state");
        assertThatThrownBy(() -> shop.engine().build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Data source ds1")
                .hasMessageContaining("order_timeout_state");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

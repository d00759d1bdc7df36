package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.slf4j.LoggerFactory;

/** What closes owe to other systems. */
@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class RemoteReleaseCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private final Warehouse north = new Warehouse("north");
    private final Warehouse south = new Warehouse("south");
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    private OrderTimeoutEngine engine() {
        return shop.engine(RULE).releaser(north).releaser(south).build();
    }

    @Test
    @DisplayName("C12 an order of two warehouses is released at each of them, once, with a ledger row each")
    void c12() {
        shop.order(1, HOUR).order(2, HOUR);
        shop.run(engine());
        assertThat(north.given()).containsExactlyInAnyOrder("1#1", "2#1");
        assertThat(south.given()).containsExactlyInAnyOrder("1#1", "2#1");
        assertThat(db.number("select count(*) from order_timeout_release where done_at is not null"))
                .isEqualTo(4);
        assertThat(shop.compensationRows()).isZero();
        assertThat(shop.events(EngineEvent.Released.class)).hasSize(4);
        assertThat(engine().explain("1").get(0).reasons())
                .anySatisfy(reason -> assertThat(reason).startsWith("Closed at " + Shop.START + " by rule unpaid"))
                .contains("Release north: done", "Release south: done");
    }

    @Test
    @DisplayName("C9 the same key twice has one effect; a row that is done already only goes away")
    void c9() {
        shop.order(1, HOUR);
        south.away(true);
        shop.run(engine());
        db.execute("update order_timeout_release set done_at = closed_at where type = 'south'");
        south.away(false);
        shop.pass(HOUR);
        shop.run(engine());
        assertThat(south.given()).isEmpty();
        assertThat(north.given()).containsExactly("1#1");
        assertThat(north.repeated()).isZero();
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName(
            "where the answer of a close's commit was lost, its order is told whole all the same: number and columns")
    void toldWholeAfterLostAnswer() {
        shop.order(1, HOUR, "kind = 'cod'");
        Queue<OrderSnapshot> told = new ConcurrentLinkedQueue<>();
        AtomicBoolean written = new AtomicBoolean();
        FaultyDataSource faulty = new FaultyDataSource(db.dataSource());
        OrderTimeoutEngine engine = shop.engine(faulty, Shop.settings(RULE + "columns: kind"))
                .releaser(new InventoryReleaser() {
                    @Override
                    public String releaseType() {
                        return "north";
                    }

                    @Override
                    public ReleaseMode mode() {
                        return ReleaseMode.REMOTE;
                    }

                    @Override
                    public void release(ClosedOrder order, ReleaseContext context) {
                        told.add(order.order());
                    }
                })
                .build();
        faulty.inject(Fault.after(call -> {
                    written.compareAndSet(
                            false,
                            DatabaseCall.mentioning("INSERT INTO order_timeout_release")
                                    .test(call));
                    return written.get() && call.isCommit();
                })
                .losingConnection()
                .once());
        shop.run(engine);
        assertThat(shop.status(1)).isEqualTo(4);
        assertThat(written).isTrue();
        assertThat(told).singleElement().satisfies(order -> {
            assertThat(order.number()).contains("N1");
            assertThat(order.columns()).containsEntry("kind", "cod");
            assertThat(order.status()).isEqualTo("0");
        });
        assertThat(shop.events(EngineEvent.OrderClosed.class))
                .singleElement()
                .satisfies(closed ->
                        assertThat(closed.order().order().displayName()).isEqualTo("N1"));
    }

    @Test
    @DisplayName("C21 of three give-backs one fails: the other two are done, that one is owed with its reason")
    void c21() {
        Warehouse coupons = new Warehouse("coupon");
        shop.order(1, HOUR);
        south.refuse(1);
        OrderTimeoutEngine engine = shop.engine(RULE)
                .time(() -> Duration.between(Shop.START, shop.now).toNanos())
                .releaser(north)
                .releaser(south)
                .releaser(coupons)
                .build();
        shop.run(engine);
        shop.pass(Duration.ofMinutes(7));
        shop.run(engine);
        assertThat(north.given()).containsExactly("1#1");
        assertThat(coupons.given()).containsExactly("1#1");
        assertThat(engine.compensations(0, 9)).singleElement().satisfies(row -> {
            assertThat(row.what().type()).isEqualTo("south");
            assertThat(row.what().reason()).isEqualTo("no such article");
        });
        south.takeAll();
        shop.pass(Duration.ofSeconds(20));
        assertThat(engine.retryAll(Optional.empty())).isEqualTo(1);
        engine.compensate();
        assertThat(south.given()).containsExactly("1#1");
    }

    @Test
    @DisplayName(
            "C2 re-opened and closed again while the first release is owed: both are released, each by its close number")
    void c2() {
        shop.order(1, HOUR);
        north.away(true);
        shop.run(engine());
        shop.change(1, "status = 0");
        shop.run(engine());
        assertThat(db.column("select close_no from order_timeout_compensation order by close_no"))
                .containsExactly("1", "2");
        north.away(false);
        shop.pass(HOUR);
        shop.run(engine());
        assertThat(north.given()).containsExactlyInAnyOrder("1#1", "1#2");
        assertThat(south.given()).containsExactlyInAnyOrder("1#1", "1#2");
    }

    @Test
    @DisplayName("a warehouse away for an hour: nothing dies, and all is released once it is back, without a command")
    void awayForAnHour() {
        shop.orders(1, 60, HOUR, Optional.empty());
        north.away(true);
        OrderTimeoutEngine engine = shop.engine(RULE)
                .time(() -> Duration.between(Shop.START, shop.now).toNanos())
                .releaser(north)
                .build();
        for (int minute = 0; minute < 60; minute++) {
            shop.run(engine);
            shop.pass(Duration.ofMinutes(1));
        }
        assertThat(engine.runOnce().compensation().dead()).isZero();
        assertThat(db.number("select count(*) from order_timeout_compensation")).isEqualTo(60);
        north.away(false);
        for (int minute = 0; minute < 20; minute++) {
            shop.run(engine);
            shop.pass(Duration.ofMinutes(1));
        }
        assertThat(north.given()).hasSize(60);
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName("a crash right after the commit loses nothing: another node takes the rows over when the claim ends")
    void crashAfterCommit() {
        shop.order(1, HOUR);
        FaultyDataSource faulty = new FaultyDataSource(db.dataSource());
        OrderTimeoutEngine dying =
                shop.engine(faulty, Shop.settings(RULE)).releaser(north).build();
        faulty.inject(Fault.before(DatabaseCall.mentioning("DELETE FROM order_timeout_compensation"))
                .losingConnection());
        dying.runOnce();
        assertThat(north.given()).containsExactly("1#1");
        assertThat(db.number("select count(*) from order_timeout_release where done_at is null"))
                .isEqualTo(1);
        shop.run(engine());
        assertThat(north.repeated()).as("claimed by the other node still").isZero();
        shop.pass(Duration.ofMinutes(3));
        shop.run(engine());
        assertThat(north.given()).containsExactly("1#1");
        assertThat(north.repeated()).as("at least once; the key makes it one").isEqualTo(1);
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName(
            "a database that goes away after the commit: one line for all releases of a batch, without stack trace")
    void notNoted() {
        shop.orders(1, 40, HOUR, Optional.empty());
        FaultyDataSource faulty = new FaultyDataSource(db.dataSource());
        OrderTimeoutEngine engine = shop.engine(faulty, Shop.settings(RULE + "close: {threads: 1}"))
                .releaser(north)
                .build();
        faulty.inject(Fault.before(DatabaseCall.mentioning("DELETE FROM order_timeout_compensation"))
                .losingConnection());
        Logger logger = (Logger) LoggerFactory.getLogger("io.github.ordertimeout.engine");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            engine.runOnce();
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .filteredOn(event -> event.getLevel() == Level.WARN)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getFormattedMessage()).startsWith("40 of 40 releases could not be noted as done");
                    assertThat(event.getThrowableProxy()).isNull();
                });
        assertThat(north.given()).hasSize(40);
    }

    @Test
    @DisplayName("what is owed by a rule that was removed is released all the same, even if the order's row is gone")
    void removedRule() {
        shop.order(1, HOUR);
        north.away(true);
        shop.run(engine());
        db.execute("delete from shop_order");
        north.away(false);
        shop.pass(HOUR);
        shop.engine(db.dataSource(), Shop.settings(Map.of("other", RULE + "where: {deleted: 7}")))
                .releaser(north)
                .releaser(south)
                .build()
                .runOnce();
        assertThat(north.given()).containsExactly("1#1");
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName("a discarded row is gone for good; its ledger row stays open, so that it can be told")
    void discarded() {
        shop.order(1, HOUR);
        north.away(true);
        OrderTimeoutEngine engine = engine();
        RuleReport report = shop.run(engine);
        assertThat(report.closed()).isEqualTo(1);
        long row = engine.compensations(0, 1).get(0).row();
        assertThat(engine.discard(row)).isTrue();
        assertThat(engine.discard(row)).isFalse();
        assertThat(engine.retry(row)).isFalse();
        north.away(false);
        shop.pass(HOUR);
        shop.run(engine());
        assertThat(north.given()).isEmpty();
        assertThat(db.column("select type from order_timeout_release where done_at is null"))
                .isEqualTo(List.of("north"));
    }
}

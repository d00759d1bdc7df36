package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import io.github.ordertimeout.EngineHealth;
import io.github.ordertimeout.EngineHealth.Kind;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.Gate;
import io.github.ordertimeout.testkit.SettableClock;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** It runs, but does nothing: six ways, each seen by the engine's health on its own loops, and gone when its cause has gone. */
@EachDatabase(on = TestServer.H2)
class DoesNothingTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String OFTEN = "scan: {interval: 100ms, full-interval: 100ms, precision: 10ms}\n";
    private static final Duration THREE_INTERVALS = Duration.ofSeconds(30).plusMillis(1);

    @Parameter
    TestDatabase db;

    private final SettableClock clock = SettableClock.at(Shop.START);
    private Shop shop;
    private FaultyDataSource faulty;
    private @Nullable OrderTimeoutEngine engine;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        faulty = new FaultyDataSource(db.dataSource());
    }

    @AfterEach
    void close() {
        faulty.heal();
        if (engine != null) {
            engine.close();
        }
    }

    private OrderTimeoutEngine built(DataSource dataSource, String... ruleText) {
        Settings settings = Shop.settings(String.join("\n", ruleText));
        engine = shop.engine(dataSource, settings).time(clock).build();
        return engine;
    }

    private void awaitUp(OrderTimeoutEngine running) {
        await().untilAsserted(() ->
                assertThat(running.health().ailments()).as("ailments").isEmpty());
    }

    private void awaitDown(OrderTimeoutEngine running, Kind kind) {
        await().untilAsserted(() -> assertThat(running.health().ailments())
                .extracting(EngineHealth.Ailment::kind)
                .contains(kind));
    }

    private static String sentence(OrderTimeoutEngine running, Kind kind) {
        return running.health().ailments().stream()
                .filter(ailment -> ailment.kind() == kind)
                .findFirst()
                .orElseThrow()
                .sentence();
    }

    @Test
    @DisplayName("1 a scan that hangs")
    void hungScan() {
        OrderTimeoutEngine running = built(faulty, RULE);
        Gate gate = new Gate();
        shop.order(1, HOUR);
        faulty.inject(Fault.before(DatabaseCall.mentioning("order by")).running(gate::pass));
        running.start();
        gate.awaitArrival();
        clock.advance(Duration.ofSeconds(30));
        assertThat(running.health().isUp()).isTrue();
        clock.advance(Duration.ofMillis(1));
        awaitDown(running, Kind.NO_FINISHED_PASS);
        assertThat(sentence(running, Kind.NO_FINISHED_PASS))
                .startsWith("Rule unpaid: no pass has finished for 30 s, more than 3 intervals of 10000 ms")
                .endsWith("without a step.");
        gate.open();
        awaitUp(running);
        await().until(() -> shop.status(1) == 4);
    }

    @Test
    @DisplayName("2 commits that roll back and say nothing")
    void swallowedRollback() {
        AtomicBoolean swallows = new AtomicBoolean(true);
        shop.orders(1, 3, HOUR, Optional.empty());
        OrderTimeoutEngine running = built(ForgetfulDataSource.over(db.dataSource(), swallows), RULE, OFTEN);
        running.start();
        awaitDown(running, Kind.COMMITS_LOST);
        assertThat(sentence(running, Kind.COMMITS_LOST))
                .contains("the database confirmed that order", "commits are lost")
                .contains("transaction manager");
        assertThat(shop.statuses()).containsOnly("0");
        assertThat(running.status().rules().get("unpaid").failedInARow()).isPositive();
        swallows.set(false);
        awaitUp(running);
        await().untilAsserted(() -> assertThat(shop.statuses()).containsOnly("4"));
    }

    @Test
    @DisplayName("3 a rule that matches nothing although orders are overdue: a wrong status")
    void wrongStatus() {
        shop.orders(1, 3, HOUR, Optional.empty()).order(4, HOUR, "status = 1").order(5, HOUR, "status = 4");
        OrderTimeoutEngine running = built(db.dataSource(), RULE.replace("open-status: 0", "open-status: 10"), OFTEN);
        running.start();
        awaitDown(running, Kind.MATCHES_NOTHING);
        assertThat(sentence(running, Kind.MATCHES_NOTHING))
                .startsWith("Rule unpaid: it has never matched an order, but order ")
                .contains("looks overdue and has status 0, which is neither an open, a paid nor the closed status");
        db.execute("update shop_order set status = 10 where status = 0");
        shop.pass(HOUR);
        awaitUp(running);
    }

    @Test
    @DisplayName("4 a rule that its brake keeps from closing")
    void braked() {
        shop.orders(1, 5, HOUR, Optional.empty());
        OrderTimeoutEngine running =
                built(db.dataSource(), RULE, OFTEN, "safety: {max-closes-per-pass: 2, floor: 1}\n");
        running.start();
        awaitDown(running, Kind.BRAKED);
        assertThat(sentence(running, Kind.BRAKED))
                .contains("nothing is closed, brake: 5 orders are overdue, more than safety.max-closes-per-pass 2");
        assertThat(running.resume("unpaid")).isTrue();
        awaitUp(running);
        assertThat(shop.statuses()).containsOnly("4");
    }

    @Test
    @DisplayName("5 a database that is away")
    void databaseAway() {
        OrderTimeoutEngine running = built(faulty, RULE, "scan: {interval: 2s, full-interval: 2s, precision: 10ms}\n");
        running.start();
        await().until(() ->
                running.status().rules().get("unpaid").lastFinished().isPresent());
        faulty.inject(Fault.before(call -> true).losingConnection());
        shop.order(1, HOUR);
        await().until(() -> running.status().rules().get("unpaid").failedInARow() > 0);
        clock.advance(THREE_INTERVALS);
        awaitDown(running, Kind.NO_FINISHED_PASS);
        assertThat(sentence(running, Kind.NO_FINISHED_PASS)).containsPattern("the last \\d+ failed: \\S+");
        faulty.heal();
        awaitUp(running);
        assertThat(shop.status(1)).isEqualTo(4);
    }

    @Test
    @DisplayName("6 a thread that died, of an Error in a log appender: another loop of the engine replaces it")
    void deadThread() {
        Logger logger = (Logger) LoggerFactory.getLogger("io.github.ordertimeout.engine");
        Dying dying = new Dying(logger);
        logger.getLoggerContext().addTurboFilter(dying);
        try {
            String never = "scan: {interval: 1h}\n";
            engine = shop.engine(
                            db.dataSource(),
                            Shop.settings(Map.of("unpaid", RULE + never, "other", RULE + never + "where: {kind: b}")))
                    .time(clock)
                    .build();
            OrderTimeoutEngine running = engine;
            running.start();
            await().until(() -> running.status().rules().values().stream()
                    .allMatch(rule -> rule.next().isPresent()));
            loop("order-timeout-unpaid").interrupt();
            await().dontCatchUncaughtExceptions()
                    .until(() -> running.health().ailments().stream()
                            .anyMatch(ailment -> ailment.kind() == Kind.THREAD_DIED));
            assertThat(running.health().ailments())
                    .extracting(EngineHealth.Ailment::rule)
                    .containsExactly(Optional.of("unpaid"));
            dying.off = true;
            shop.pass(HOUR);
            shop.order(1, Duration.ofMinutes(30));
            running.orderCreated(Shop.START);
            awaitUp(running);
            await().until(() -> shop.status(1) == 4);
        } finally {
            logger.getLoggerContext().resetTurboFilterList();
        }
    }

    private static Thread loop(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Where a loop says that it was interrupted and goes on, the logger throws what no loop expects there. */
    private static final class Dying extends TurboFilter {
        private final Logger logger;
        private volatile boolean off;

        Dying(Logger logger) {
            this.logger = logger;
        }

        @Override
        public FilterReply decide(
                Marker marker, Logger asked, Level level, String format, Object[] params, Throwable thrown) {
            if (!off && asked == logger && format != null && format.contains("was interrupted")) {
                throw new NoClassDefFoundError("an appender of another version");
            }
            return FilterReply.NEUTRAL;
        }
    }

    @Test
    @DisplayName("a pause that nobody ends is told of once orders are overdue for too long, and only then")
    void forgottenPause() {
        shop.orders(1, 2, Duration.ofMinutes(35), Optional.empty());
        OrderTimeoutEngine byHand = built(db.dataSource(), RULE);
        byHand.pause("unpaid", "stocktaking");
        byHand.runOnce();
        assertThat(byHand.health().isUp()).isTrue();
        assertThat(byHand.status().rules().get("unpaid").heldBy()).contains("paused: stocktaking");
        shop.pass(Duration.ofMinutes(6));
        byHand.runOnce();
        assertThat(sentence(byHand, Kind.OVERDUE))
                .contains("overdue for 660 s, more than health.max-overdue 600 s; it is paused: stocktaking");
        byHand.resume("unpaid");
        byHand.runOnce();
        assertThat(byHand.health().isUp()).isTrue();
    }

    @Test
    @DisplayName("orders that somebody else keeps open are no ailment: held, inconsistent, deferred, failed alone")
    void keptOpenByOthers() {
        shop.order(1, HOUR)
                .order(2, HOUR, "paid_at = created_at")
                .order(3, HOUR)
                .order(4, HOUR);
        OrderTimeoutEngine byHand = shop.engine(
                        db.dataSource(), Shop.settings(RULE + "paid-evidence: {paid_at: not null}"))
                .time(clock)
                .policy((order, context) -> order.id().equals("1") ? Verdict.skip("vip") : Verdict.close())
                .releaser((order, context) -> {
                    if (order.order().id().equals("3")) {
                        throw new IllegalStateException("no such coupon");
                    }
                })
                .build();
        engine = byHand;
        byHand.runOnce();
        assertThat(shop.statuses()).isEqualTo(List.of("0", "0", "0", "4"));
        assertThat(byHand.health().ailments()).isEmpty();
        assertThat(byHand.status().rules().get("unpaid").oldestOverdue()).isEqualTo(Duration.ofMinutes(30));
        assertThat(byHand.status().rules().get("unpaid").oldestClosable()).isZero();
    }
}

package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.CloseSettings;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OrderTimeoutEngineTest {
    private static final Duration OLD = Duration.ofHours(1);

    private final MemoryShop shop = new MemoryShop();
    private final Rule rule = Rules.created("15m").build();

    @Test
    @DisplayName("a pass closes what is overdue and nothing else, and every scanned order is accounted for")
    void closesWhatIsOverdue() {
        shop.order(1, OLD);
        shop.order(2, Duration.ofMinutes(14));
        shop.order(3, OLD, Map.of("status", 1));
        RuleReport report = run(shop.engine(rule).build());
        assertThat(List.of(shop.status(1), shop.status(2), shop.status(3))).containsExactly("4", "0", "1");
        assertThat(report.closed()).isEqualTo(1);
        assertThat(report.scanned()).isEqualTo(1);
        assertThat(report.oldestOverdue()).isZero();
    }

    @Test
    @DisplayName("A2 an order made in the future, now, or a minute ago is not closed")
    void onlyThePast() {
        shop.order(1, Duration.ofHours(1).plusSeconds(1));
        shop.order(2, Duration.ZERO);
        shop.order(3, Duration.ofHours(-1));
        run(shop.engine(Rules.created("1h").build()).build());
        assertThat(List.of(shop.status(1), shop.status(2), shop.status(3))).containsExactly("4", "0", "0");
    }

    @Test
    @DisplayName(
            "policies hold back with a reason; deferred orders come back at their moment, before the next full pass")
    void policiesHoldBack() {
        shop.order(1, OLD, Map.of("kind", "vip"));
        shop.order(2, OLD, Map.of("kind", "paying"));
        shop.order(3, OLD);
        OrderTimeoutEngine engine = shop.engine(
                        Rules.created("15m").columns("kind").build())
                .policy((order, context) -> {
                    Object kind = order.columns().get("kind");
                    if ("vip".equals(kind)) {
                        return Verdict.skip("vip");
                    }
                    boolean early = context.now().isBefore(MemoryShop.START.plusSeconds(60));
                    return "paying".equals(kind) && early
                            ? Verdict.defer("paying", MemoryShop.START.plusSeconds(60))
                            : Verdict.close();
                })
                .build();
        RuleRunner runner = engine.runner("unpaid");
        RuleReport report = runner.next();
        assertThat(report.reasons()).containsExactly(Map.entry("paying", 1L), Map.entry("vip", 1L));
        assertThat(report.oldestOverdue()).isEqualTo(Duration.ofMinutes(45));
        shop.pass(Duration.ofSeconds(30));
        assertThat(runner.next().scanned()).isZero();
        shop.pass(Duration.ofSeconds(31));
        assertThat(runner.next().closed()).isEqualTo(1);
        assertThat(shop.status(2)).isEqualTo("4");
        assertThat(shop.status(1)).isEqualTo("0");
    }

    @Test
    @DisplayName("an incremental pass meets what ran out since; a full one meets what was committed late")
    void incrementalAndFull() {
        RuleRunner runner = shop.engine(rule).build().runner("unpaid");
        runner.next();
        shop.order(1, OLD);
        shop.order(2, Duration.ofMinutes(15).minusSeconds(5));
        shop.pass(Duration.ofSeconds(10));
        assertThat(runner.next().closed()).isEqualTo(1);
        assertThat(shop.status(2)).isEqualTo("4");
        shop.pass(Duration.ofMinutes(5));
        assertThat(runner.next().closed()).isEqualTo(1);
        assertThat(shop.status(1)).isEqualTo("4");
    }

    @Test
    @DisplayName("the engine sleeps until the next order runs out, rounded up to the precision, at most the interval")
    void sleepsUntilTheNextOrder() {
        RuleRunner runner = shop.engine(rule).build().runner("unpaid");
        runner.next();
        assertThat(runner.untilNext()).isEqualTo(Duration.ofSeconds(10));
        shop.order(1, Duration.ofMinutes(15).minusMillis(3_400));
        assertThat(runner.untilNext()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    @DisplayName(
            "nodes that sleep for the whole interval do so for up to a tenth less, each differently; a due time is exact")
    void nodesDoNotWakeTogether() {
        RuleRunner runner = shop.engine(rule).build().runner("unpaid");
        runner.next();
        Random jitter = new Random(1);
        List<Duration> sleeps =
                Stream.generate(() -> runner.untilNext(jitter)).limit(50).toList();
        assertThat(sleeps)
                .allMatch(sleep ->
                        sleep.compareTo(Duration.ofSeconds(9)) >= 0 && sleep.compareTo(Duration.ofSeconds(10)) <= 0);
        assertThat(Set.copyOf(sleeps)).hasSizeGreaterThan(40);
        shop.order(1, Duration.ofMinutes(15).minusMillis(3_400));
        assertThat(runner.untilNext(jitter)).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    @DisplayName("with short timeouts the engine never sleeps longer than half of the shortest one")
    void neverOversleepsAShortTimeout() {
        RuleRunner runner = shop.engine(Rules.created("6s").build()).build().runner("unpaid");
        runner.next();
        assertThat(runner.untilNext()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    @DisplayName("D26 a cap of 2,000 with 5,000 due closes 2,000, 2,000 and 1,000, and counts the rest as remaining")
    void cap() {
        LongStream.rangeClosed(1, 5_000).forEach(id -> shop.order(id, OLD));
        OrderTimeoutEngine engine =
                shop.engine(Rules.created("15m").maxPerPass(2_000).build()).build();
        List<Long> closed = new ArrayList<>();
        List<Long> remaining = new ArrayList<>();
        for (int pass = 0; pass < 3; pass++) {
            RuleReport report = run(engine);
            closed.add(report.closed());
            remaining.add(report.remaining());
        }
        assertThat(closed).containsExactly(2_000L, 2_000L, 1_000L);
        assertThat(remaining).containsExactly(3_000L, 1_000L, 0L);
    }

    @Test
    @DisplayName("caps count closes: held orders at the front do not use the cap up")
    void capCountsCloses() {
        LongStream.rangeClosed(1, 50).forEach(id -> shop.order(id, OLD.plusMinutes(1), Map.of("kind", "held")));
        LongStream.rangeClosed(51, 60).forEach(id -> shop.order(id, OLD));
        OrderTimeoutEngine engine = shop.engine(Rules.created("15m")
                        .columns("kind")
                        .batchSize(10)
                        .maxPerPass(7)
                        .build())
                .policy((order, context) ->
                        "held".equals(order.columns().get("kind")) ? Verdict.skip("held") : Verdict.close())
                .build();
        RuleReport report = run(engine);
        assertThat(report.closed()).isEqualTo(7);
        assertThat(report.skipped()).isEqualTo(50);
        assertThat(report.remaining()).isEqualTo(3);
    }

    @Test
    @DisplayName(
            "D3 an order that always fails: the others close in the first pass, its own attempts back off, then it is dead")
    void poisonOrderBacksOff() {
        LongStream.rangeClosed(1, 5).forEach(id -> shop.order(id, OLD));
        OrderTimeoutEngine engine = shop.engine(rule).releaser(failingFor("3")).build();
        RuleReport first = run(engine);
        assertThat(first.closed()).isEqualTo(4);
        assertThat(first.failed()).isEqualTo(1);
        assertThat(first.reasons()).containsEntry("close-failed", 1L);
        CompensationRow row = engine.compensations(0, 10).get(0);
        assertThat(row.what().reason()).contains("no such coupon");
        assertThat(Duration.between(shop.now, row.nextAttemptAt()))
                .isBetween(Duration.ofMinutes(4), Duration.ofMinutes(6));

        assertThat(run(engine).scanned()).as("the scan leaves it alone").isZero();
        shop.pass(Duration.ofMinutes(7));
        assertThat(run(engine).failed()).isEqualTo(1);
        shop.pass(Duration.ofMinutes(13));
        run(engine);
        assertThat(engine.compensations(0, 10).get(0).state()).isEqualTo(CompensationState.DEAD);
        assertThat(shop.events(EngineEvent.CompensationDead.class)).hasSize(1);
        shop.pass(Duration.ofHours(2));
        assertThat(run(engine).failed())
                .as("dead rows are tried slowly, for ever")
                .isEqualTo(1);
        assertThat(shop.events(EngineEvent.CompensationDead.class))
                .as("and alerted once")
                .hasSize(1);
        assertThat(shop.status(3)).isEqualTo("0");
    }

    @Test
    @DisplayName("a failed order that is paid meanwhile resolves silently")
    void paidMeanwhile() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule).releaser(failingFor("1")).build();
        run(engine);
        shop.set(1, "status", 1);
        shop.pass(Duration.ofMinutes(7));
        PassReport report = engine.runOnce();
        assertThat(report.compensation()).isEqualTo(CompensationCounts.NONE);
        assertThat(report.sound()).isTrue();
    }

    @Test
    @DisplayName("a failed order whose fault was mended is closed by its retry, and counted")
    void mended() {
        shop.order(1, OLD);
        List<String> failing = new ArrayList<>(List.of("1"));
        OrderTimeoutEngine engine = shop.engine(rule)
                .releaser((order, context) -> {
                    if (failing.contains(order.order().id())) {
                        throw new IllegalStateException("no such coupon");
                    }
                })
                .build();
        run(engine);
        failing.clear();
        shop.pass(Duration.ofMinutes(7));
        RuleReport report = run(engine);
        assertThat(report.closed()).isEqualTo(1);
        assertThat(shop.status(1)).isEqualTo("4");
        assertThat(engine.compensations(0, 10)).isEmpty();
    }

    @Test
    @DisplayName("D1 a policy that throws for one order does not stop the others")
    void throwingPolicy() {
        LongStream.rangeClosed(1, 10).forEach(id -> shop.order(id, OLD));
        OrderTimeoutEngine engine = shop.engine(rule)
                .policy((order, context) -> {
                    if (order.id().equals("3")) {
                        throw new IllegalStateException("rates not loaded");
                    }
                    return Verdict.close();
                })
                .build();
        RuleReport report = run(engine);
        assertThat(report.closed()).isEqualTo(9);
        assertThat(engine.compensations(0, 10)).hasSize(1);
        assertThat(engine.compensations(0, 10).get(0).what().reason()).contains("rates not loaded");
    }

    @Test
    @DisplayName(
            "a policy that throws for every order of a page is broken itself: no rows, orders stay open, the report says so")
    void brokenPolicy() {
        LongStream.rangeClosed(1, 100).forEach(id -> shop.order(id, OLD));
        OrderTimeoutEngine engine = shop.engine(rule)
                .policy((order, context) -> {
                    throw new IllegalStateException("rates not loaded");
                })
                .build();
        RuleReport report = run(engine);
        assertThat(report.failed()).isEqualTo(100);
        assertThat(report.error()).hasValueSatisfying(error -> assertThat(error).contains("rates not loaded"));
        assertThat(engine.compensations(0, 10)).isEmpty();
    }

    @Test
    @DisplayName("a plan closes nothing, writes nothing, and names the first orders, oldest first")
    void plan() {
        shop.order(1, OLD);
        shop.order(2, OLD.plusMinutes(5));
        shop.order(3, OLD, Map.of("kind", "vip"));
        OrderTimeoutEngine engine = shop.engine(
                        Rules.created("15m").columns("kind").build())
                .policy((order, context) ->
                        "vip".equals(order.columns().get("kind")) ? Verdict.skip("vip") : Verdict.close())
                .build();
        long commit = shop.store.database().lastCommit();
        RuleReport report = engine.plan().rules().get("unpaid");
        assertThat(report.wouldClose()).isEqualTo(2);
        assertThat(report.closed()).isZero();
        assertThat(report.skipped()).isEqualTo(1);
        assertThat(report.firstOpen()).extracting(order -> order.id()).containsExactly("2", "1");
        assertThat(shop.store.database().lastCommit()).isEqualTo(commit);
        assertThat(MemoryShop.accounted(report)).isEqualTo(report.scanned());
    }

    @Test
    @DisplayName("the first orders of a plan are the oldest of all arms, not of the first arm")
    void planAcrossArms() {
        LongStream.rangeClosed(1, 20).forEach(id -> shop.order(id, OLD));
        shop.order(99, OLD.multipliedBy(2), Map.of("status", 2));
        OrderTimeoutEngine engine =
                shop.engine(Rules.created("15m").open("0", "2").build()).build();
        RuleReport report = engine.plan().rules().get("unpaid");
        assertThat(report.firstOpen()).hasSize(RuleReport.FIRST);
        assertThat(report.firstOpen().get(0).id()).isEqualTo("99");
    }

    @Test
    @DisplayName("closeNow honours every check; cancel skips policies and the due time only")
    void closeNowAndCancel() {
        shop.order(1, Duration.ofMinutes(1));
        shop.order(2, OLD);
        shop.order(3, OLD, Map.of("status", 1));
        OrderTimeoutEngine engine = shop.engine(rule).build();
        assertThat(engine.closeNow("1")).isEqualTo(CloseAnswer.NOT_CLOSED);
        assertThat(engine.closeNow("N2")).isEqualTo(CloseAnswer.CLOSED);
        assertThat(engine.cancel("1", "changed my mind", "customer")).isEqualTo(CloseAnswer.CLOSED);
        assertThat(engine.cancel("3", "changed my mind", "customer")).isEqualTo(CloseAnswer.NOT_CLOSED);
        assertThat(engine.cancel("99", "changed my mind", "customer")).isEqualTo(CloseAnswer.NOT_FOUND);
        assertThat(shop.events(EngineEvent.OrderClosed.class))
                .extracting(event -> event.cause().reason())
                .containsExactly("timeout", "changed my mind");
    }

    @Test
    @DisplayName("an event tells the clock after the commit, too: lateness is more than the time until a pass began")
    void committedAt() {
        shop.order(2, OLD);
        AtomicLong nanos = new AtomicLong();
        shop.engine(rule)
                .time(new TimeSource() {
                    @Override
                    public long nanoTime() {
                        return nanos.get();
                    }

                    @Override
                    public Instant now() {
                        return MemoryShop.START;
                    }
                })
                .policy((order, context) -> {
                    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
                    return Verdict.close();
                })
                .build()
                .runOnce();
        assertThat(shop.events(EngineEvent.OrderClosed.class)).singleElement().satisfies(event -> {
            assertThat(event.order().closedAt()).isEqualTo(MemoryShop.START);
            assertThat(event.committedAt()).isEqualTo(MemoryShop.START.plusSeconds(2));
        });
    }

    @Test
    @DisplayName("explain names what keeps an order open")
    void explain() {
        shop.order(1, Duration.ofMinutes(1));
        shop.order(2, OLD);
        shop.order(3, OLD, Map.of("status", 1));
        shop.order(4, OLD, Map.of("pay_time", Instant.EPOCH));
        OrderTimeoutEngine engine = shop.engine(Rules.created("15m")
                        .evidence("pay_time", new io.github.ordertimeout.config.Condition.NotNull())
                        .build())
                .build();
        assertThat(verdict(engine, "1")).isEqualTo("not-due");
        assertThat(verdict(engine, "N2")).isEqualTo("closable");
        assertThat(verdict(engine, "3")).isEqualTo("paid");
        assertThat(verdict(engine, "4")).isEqualTo("inconsistent");
        assertThat(engine.explain("99")).isEmpty();
        assertThat(engine.explain("1").get(0).dueAt()).contains(MemoryShop.START.plus(Duration.ofMinutes(14)));
    }

    @Test
    @DisplayName("two rules that know an id as different orders: cancel asks which")
    void ambiguous() {
        shop.store.database().createTable("b2b_orders", "id", "number", "status", "created_at");
        shop.store
                .database()
                .insert("b2b_orders", Map.of("id", 7L, "number", "B7", "status", 0, "created_at", shop.now));
        shop.order(7, Duration.ZERO);
        OrderTimeoutEngine engine = shop.engine(
                        rule,
                        Rules.created("1h").name("b2b").table("b2b_orders").build())
                .build();
        assertThatThrownBy(() -> engine.cancel("7", "r", "a"))
                .isInstanceOf(AmbiguousOrderException.class)
                .hasMessageContaining("orders/7")
                .hasMessageContaining("b2b_orders/7");
        assertThat(engine.cancel("B7", "r", "a")).isEqualTo(CloseAnswer.CLOSED);
    }

    @Test
    @DisplayName("a listener that throws disturbs neither the others nor the pass")
    void throwingListener() {
        shop.order(1, OLD);
        shop.order(2, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .listener(event -> {
                    throw new IllegalStateException("metrics away");
                })
                .build();
        assertThat(run(engine).closed()).isEqualTo(2);
        assertThat(shop.events(EngineEvent.OrderClosed.class)).hasSize(2);
    }

    @Test
    @DisplayName(
            "two releasers of one type are refused when the engine is built, since the ledger has one row per type")
    void twoReleasersOfOneType() {
        InventoryReleaser nothing = (order, context) -> {};
        assertThatThrownBy(() ->
                        shop.engine(rule).releaser(nothing).releaser(nothing).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("inventory")
                .hasMessageContaining("releaseType()");
    }

    @Test
    @DisplayName("A18 without a rule nothing is ever closed")
    void noRule() {
        shop.order(1, OLD);
        assertThat(shop.engine().build().runOnce().rules()).isEmpty();
        assertThat(shop.status(1)).isEqualTo("0");
    }

    @Test
    @DisplayName("a dry run writes nothing: not from the compensation table either")
    void dryRunLeavesCompensationAlone() {
        shop.order(1, OLD);
        run(shop.engine(rule).releaser(failingFor("1")).build());
        shop.pass(Duration.ofMinutes(7));
        CloseSettings dry =
                new CloseSettings(CloseSettings.Mode.DRY_RUN, 1, Duration.ofSeconds(1), Duration.ofSeconds(30));
        OrderTimeoutEngine engine =
                shop.engine(Rules.created("15m").close(dry).build()).build();
        run(engine);
        assertThat(shop.status(1)).isEqualTo("0");
        assertThat(engine.compensations(0, 10)).hasSize(1);
    }

    @Test
    @DisplayName("a policy that answers null counts against that order like one that throws")
    void nullVerdict() {
        shop.order(1, OLD);
        shop.order(2, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .policy((order, context) -> order.id().equals("1") ? null : Verdict.close())
                .build();
        RuleReport report = run(engine);
        assertThat(report.failed()).isEqualTo(1);
        assertThat(report.closed()).isEqualTo(1);
    }

    @Test
    @DisplayName("a plan honours the cap, as the pass it foretells does")
    void planHonoursTheCap() {
        LongStream.rangeClosed(1, 10).forEach(id -> shop.order(id, OLD));
        RuleReport report = shop.engine(Rules.created("15m").maxPerPass(4).build())
                .build()
                .plan()
                .rules()
                .get("unpaid");
        assertThat(report.wouldClose()).isEqualTo(4);
        assertThat(report.remaining()).isEqualTo(6);
    }

    @Test
    @DisplayName("an id wins over another order's number")
    void idWins() {
        shop.order(42, OLD, Map.of("status", 1));
        shop.order(7, OLD, Map.of("number", "42"));
        OrderTimeoutEngine engine = shop.engine(rule).build();
        assertThat(engine.cancel("42", "r", "a")).isEqualTo(CloseAnswer.NOT_CLOSED);
        assertThat(shop.status(7)).isEqualTo("0");
    }

    @Test
    @DisplayName("a started engine closes, is told of an earlier deadline, and ends within its limit")
    @Timeout(30)
    void startsAndStops() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule).build();
        engine.start();
        Awaiting.until(() -> shop.status(1).equals("4"));
        shop.order(2, OLD);
        engine.orderCreated(shop.now);
        Awaiting.until(() -> engine.runner("unpaid").wakes().wouldMiss(shop.now));
        engine.close();
        engine.close();
        assertThatThrownBy(engine::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName(
            "an order whose insert committed after its due time is met by the next pass, if the engine is told of it")
    void lateInsert() {
        RuleRunner runner = shop.engine(rule).build().runner("unpaid");
        runner.next();
        shop.order(1, OLD);
        assertThat(runner.next().scanned())
                .as("it ran out before the last pass")
                .isZero();
        runner.expect(shop.now.minus(OLD));
        assertThat(runner.next().closed()).isEqualTo(1);
        assertThat(runner.next().scanned()).isZero();
    }

    private static InventoryReleaser failingFor(String id) {
        return (order, context) -> {
            if (order.order().id().equals(id)) {
                throw new IllegalStateException("no such coupon");
            }
        };
    }

    private static String verdict(OrderTimeoutEngine engine, String id) {
        return engine.explain(id).get(0).verdict();
    }

    private static RuleReport run(OrderTimeoutEngine engine) {
        RuleReport report = engine.runOnce().rules().get("unpaid");
        assertThat(MemoryShop.accounted(report)).as("the counting identity").isEqualTo(report.scanned());
        return report;
    }
}

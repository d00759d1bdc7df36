package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.config.CloseSettings;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tenants of one rule: {@code kind} tells them apart. Each close takes 10 ms, an interval is 10 s: a pass closes about 1,000. */
class FairShareTest {
    private static final Duration CLOSE = Duration.ofMillis(10);

    private final MemoryShop shop = new MemoryShop();
    private long nanos;
    private long next = 1;

    private EngineBuilder fair(Rules rules) {
        return shop.engine(rules.fairBy("kind").batchSize(50).build())
                .time(new TimeSource() {
                    @Override
                    public long nanoTime() {
                        return nanos;
                    }
                })
                .listener(event -> {
                    if (event instanceof EngineEvent.OrderClosed) {
                        nanos += CLOSE.toNanos();
                    }
                });
    }

    private void orders(@Nullable String tenant, int number, Duration age) {
        Map<String, @Nullable Object> more = new HashMap<>();
        more.put("kind", tenant);
        for (int i = 0; i < number; i++) {
            shop.order(next++, age, more);
        }
    }

    private RuleReport pass(OrderTimeoutEngine engine) {
        shop.events.clear();
        List<RuleReport> reports = new ArrayList<>();
        new EnginePasses(engine, "unpaid").loop(reports::add);
        return reports.get(0);
    }

    /** Whose orders the last pass closed, in order; closing threads may change places within a few batches. */
    private List<String> closedOf() {
        return shop.events(EngineEvent.OrderClosed.class).stream()
                .map(event -> String.valueOf(event.order().order().columns().get("kind")))
                .toList();
    }

    private static Rules rules() {
        return Rules.created("15m")
                .close(new CloseSettings(
                        CloseSettings.Mode.CLOSE, 1, 0, Duration.ofSeconds(1), Duration.ofSeconds(30)));
    }

    @Test
    @DisplayName("others' orders close after one page of the backlog, and a pass ends after an interval")
    void backlog() {
        orders("big", 3_000, Duration.ofHours(2));
        orders("a", 30, Duration.ofHours(1));
        orders(null, 30, Duration.ofHours(1));
        OrderTimeoutEngine engine = fair(rules()).build();
        RuleReport first = pass(engine);
        List<String> closed = closedOf();
        assertThat(closed.subList(0, 50)).containsOnly("big");
        assertThat(closed.subList(50, 110)).containsOnly("a", "null");
        assertThat(first.closed()).isBetween(1_000L, 1_100L);
        assertThat(first.remaining()).isEqualTo(3_060 - first.closed());
    }

    @Test
    @DisplayName("while a backlog is worked off, what becomes overdue of others closes in the next pass, at its start")
    void othersMeanwhile() {
        orders("big", 3_000, Duration.ofHours(2));
        OrderTimeoutEngine engine = fair(rules()).build();
        long closed = pass(engine).closed();
        int passes = 1;
        while (closed < 3_000) {
            shop.pass(Duration.ofSeconds(10));
            orders("a", 5, Duration.ofMinutes(15));
            orders("b", 5, Duration.ofMinutes(15));
            RuleReport report = pass(engine);
            assertThat(closedOf().subList(0, 10)).containsOnly("a", "b");
            assertThat(report.scanned()).isEqualTo(report.closed());
            closed += report.closed() - 10;
            passes++;
        }
        assertThat(passes).isLessThanOrEqualTo(4);
        assertThat(closed).isEqualTo(3_000);
        shop.pass(Duration.ofSeconds(10));
        assertThat(pass(engine).scanned()).isZero();
    }

    @Test
    @DisplayName("several backlogs take turns, a page each")
    void turns() {
        IntStream.range(0, 3).forEach(i -> orders("big" + i, 1_000, Duration.ofHours(2 + i)));
        OrderTimeoutEngine engine = fair(rules()).build();
        pass(engine);
        for (int i = 0; i < 3; i++) {
            String tenant = "big" + i;
            assertThat(closedOf().stream().filter(tenant::equals).count()).isBetween(300L, 400L);
        }
    }

    @Test
    @DisplayName("with max-per-pass too the others come first in the second pass at the latest")
    void capped() {
        orders("big", 300, Duration.ofHours(2));
        orders("a", 10, Duration.ofHours(1));
        OrderTimeoutEngine engine = fair(rules().maxPerPass(20)).build();
        assertThat(pass(engine).closed()).isEqualTo(20);
        shop.pass(Duration.ofSeconds(10));
        RuleReport second = pass(engine);
        assertThat(second.closed()).isEqualTo(20);
        assertThat(closedOf().subList(0, 10)).containsOnly("a");
        assertThat(second.remaining()).isEqualTo(270);
    }

    @Test
    @DisplayName("a pass that somebody asked for goes to the end, the others' orders first")
    void runOnce() {
        orders("big", 3_000, Duration.ofHours(2));
        orders("a", 30, Duration.ofHours(1));
        OrderTimeoutEngine engine = fair(rules()).build();
        RuleReport report = engine.runOnce().rules().get("unpaid");
        assertThat(report.closed()).isEqualTo(3_030);
        assertThat(report.remaining()).isZero();
        assertThat(closedOf().subList(50, 80)).containsOnly("a");
    }
}

package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.config.SafetySettings;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.settle.CompensationCounts;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which shards a node's passes work, and what is told of them. */
class ShardsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final MemoryShop shop = new MemoryShop();

    private OrderTimeoutEngine engine(int shards) {
        return shop.engine(Rules.created("15m").shards(shards).build()).build();
    }

    private RuleReport loop(OrderTimeoutEngine engine) {
        List<RuleReport> reports = new ArrayList<>();
        new EnginePasses(engine, "unpaid").loop(reports::add);
        return reports.get(0);
    }

    private void orders(int from, int to) {
        for (int id = from; id <= to; id++) {
            shop.order(id, HOUR);
        }
    }

    @Test
    @DisplayName("runOnce(i, n) closes the orders of shard i only; n calls close each order once")
    void runOnce() {
        orders(1, 100);
        OrderTimeoutEngine engine = engine(1);
        long closed = 0;
        for (int index = 0; index < 4; index++) {
            PassReport report = engine.runOnce(index, 4);
            RuleReport rule = report.rules().get("unpaid");
            assertThat(rule.closed()).isBetween(10L, 40L);
            assertThat(rule.shards()).singleElement().satisfies(shard -> {
                assertThat(shard.closed()).isEqualTo(rule.closed());
                assertThat(shard.full()).isTrue();
            });
            assertThat(report.compensation()).isEqualTo(CompensationCounts.NONE);
            closed += rule.closed();
        }
        assertThat(closed).isEqualTo(100);
        assertThat(engine.runOnce().rules().get("unpaid").scanned()).isZero();
        assertThat(engine.runOnce(0, 1).rules().get("unpaid").shards()).isEmpty();
    }

    @Test
    @DisplayName("a shard that does not exist is refused with what would be right")
    void noSuchShard() {
        OrderTimeoutEngine engine = engine(1);
        assertThatThrownBy(() -> engine.runOnce(4, 4)).hasMessageContaining("the first is 0, the last 3");
        assertThatThrownBy(() -> engine.runOnce(0, 0)).hasMessageContaining("from 1 to 1024");
    }

    @Test
    @DisplayName("a node without leases works every shard, one after the other, and reports each")
    void allShards() {
        orders(1, 100);
        OrderTimeoutEngine engine = engine(4);
        RuleReport report = loop(engine);
        assertThat(report.closed()).isEqualTo(100);
        assertThat(report.shards()).extracting(ShardReport::shard).containsExactly(shards(4));
        assertThat(report.shards().stream().mapToLong(ShardReport::closed).sum())
                .isEqualTo(100);
        assertThat(shop.events(EngineEvent.PassEnded.class))
                .extracting(EngineEvent.PassEnded::shard)
                .containsExactly(shards(4));
        shop.pass(Duration.ofSeconds(10));
        orders(101, 110);
        assertThat(loop(engine).shards()).extracting(ShardReport::full).containsOnly(false);
    }

    private static Shard[] shards(int total) {
        Shard[] all = new Shard[total];
        for (int index = 0; index < total; index++) {
            all[index] = new Shard(index, total);
        }
        return all;
    }

    @Test
    @DisplayName("a node works the shards that it holds; one that it gains is scanned from its oldest order on")
    void leases() {
        AtomicReference<Set<Integer>> mine = new AtomicReference<>(Set.of(0, 2));
        OrderTimeoutEngine engine = shop.engine(Rules.created("15m").shards(4).build())
                .shardLeases((rule, total) -> mine.get())
                .build();
        orders(1, 100);
        RuleReport first = loop(engine);
        assertThat(first.shards()).extracting(report -> report.shard().index()).containsExactly(0, 2);
        mine.set(Set.of(1, 2));
        shop.pass(Duration.ofSeconds(10));
        RuleReport second = loop(engine);
        assertThat(second.shards()).anySatisfy(report -> {
            assertThat(report.shard().index()).isEqualTo(1);
            assertThat(report.full()).isTrue();
            assertThat(report.closed()).isPositive();
        });
        assertThat(second.shards()).anySatisfy(report -> {
            assertThat(report.shard().index()).isEqualTo(2);
            assertThat(report.full()).isFalse();
        });
        mine.set(Set.of());
        shop.pass(Duration.ofSeconds(10));
        assertThat(loop(engine).scanned()).isZero();
        assertThat(engine.status().rules().get("unpaid").failedInARow()).isZero();
        mine.set(Set.of(3));
        assertThat(loop(engine).closed() + first.closed() + second.closed()).isEqualTo(100);
    }

    @Test
    @DisplayName("where leases cannot be asked, the node works all shards: overlap is safe")
    void leasesAway() {
        orders(1, 40);
        OrderTimeoutEngine engine = shop.engine(Rules.created("15m").shards(4).build())
                .shardLeases((rule, total) -> {
                    throw new IllegalStateException("no Redis");
                })
                .build();
        assertThat(loop(engine).closed()).isEqualTo(40);
    }

    @Test
    @DisplayName("max-per-pass is one limit for all shards of a pass, and starves none of them")
    void limits() {
        orders(1, 400);
        OrderTimeoutEngine engine = shop.engine(
                        Rules.created("15m").shards(4).maxPerPass(10).build())
                .build();
        Set<Integer> closedSome = new HashSet<>();
        for (int pass = 1; pass <= 4; pass++) {
            RuleReport report = loop(engine);
            assertThat(report.closed()).isEqualTo(10);
            assertThat(report.remaining()).isEqualTo(400 - 10 * pass);
            report.shards().stream()
                    .filter(shard -> shard.closed() > 0)
                    .forEach(shard -> closedSome.add(shard.shard().index()));
        }
        assertThat(closedSome).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    @DisplayName("the brake looks at the whole rule, not at one shard")
    void brake() {
        orders(1, 100);
        OrderTimeoutEngine engine = shop.engine(Rules.created("15m")
                        .shards(4)
                        .safety(new SafetySettings(80, BigDecimal.ZERO, 10))
                        .build())
                .build();
        RuleReport report = loop(engine);
        assertThat(report.braked()).isTrue();
        assertThat(report.closed()).isZero();
        assertThat(report.remaining()).isEqualTo(100);
        assertThat(shop.events(EngineEvent.BrakeTripped.class)).hasSize(1);
    }
}

package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.config.CompensationSettings;
import io.github.ordertimeout.config.HealthSettings;
import io.github.ordertimeout.config.ReleaseSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.config.TableSettings;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Releasers that do not come back. */
@Timeout(60)
class HungReleaserTest {
    private static final int ORDERS = 20;

    private final MemoryShop shop = new MemoryShop();
    private final Rule rule = Rules.created("50m").build();
    private final CountDownLatch open = new CountDownLatch(1);

    private final class Remote implements InventoryReleaser {
        private final String type;
        private final boolean hangs;
        private final Set<String> given = ConcurrentHashMap.newKeySet();

        Remote(String type, boolean hangs) {
            this.type = type;
            this.hangs = hangs;
        }

        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            if (hangs) {
                await();
            }
            given.add(order.idempotencyKey(type));
        }

        @Override
        public String releaseType() {
            return type;
        }

        @Override
        public ReleaseMode mode() {
            return ReleaseMode.REMOTE;
        }
    }

    private void await() {
        try {
            open.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private EngineBuilder engine() {
        return engine(Duration.ofMillis(500));
    }

    private EngineBuilder engine(Duration timeout) {
        return shop.engine(rule)
                .settings(new Settings(
                        true,
                        Map.of(rule.name(), rule),
                        new ReleaseSettings(timeout, 2),
                        CompensationSettings.DEFAULT,
                        HealthSettings.DEFAULT,
                        TableSettings.DEFAULT,
                        List.of()));
    }

    private static EngineThreads impatient(int closing) {
        EngineThreads usual = EngineThreads.of(closing);
        return new EngineThreads(usual.closing(), usual.calls(), Duration.ofMillis(300));
    }

    @Test
    @DisplayName(
            "what fails right after its close is tried again after compensation.interval, long before the claim would end")
    void failsOnce() {
        shop.order(1, Duration.ofHours(1));
        AtomicInteger calls = new AtomicInteger();
        InventoryReleaser flaky = new InventoryReleaser() {
            @Override
            public void release(ClosedOrder order, ReleaseContext context) {
                if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("the warehouse does not answer");
                }
            }

            @Override
            public ReleaseMode mode() {
                return ReleaseMode.REMOTE;
            }
        };
        OrderTimeoutEngine engine =
                engine(Duration.ofMinutes(1)).releaser(flaky).build();
        engine.runOnce();
        assertThat(engine.compensations(0, 10)).hasSize(1);
        engine.runOnce();
        assertThat(calls).hasValue(1);
        shop.pass(CompensationSettings.DEFAULT.interval().multipliedBy(2));
        engine.runOnce();
        assertThat(calls).hasValue(2);
        assertThat(engine.compensations(0, 10)).isEmpty();
    }

    @Test
    @DisplayName(
            "a remote one that hangs is given up after release.timeout: all close, the others' releases are done, its own are owed")
    void remote() {
        LongStream.rangeClosed(1, ORDERS).forEach(id -> shop.order(id, Duration.ofHours(1)));
        Remote north = new Remote("north", true);
        Remote south = new Remote("south", false);
        OrderTimeoutEngine engine = engine().releaser(north).releaser(south).build();
        assertThat(engine.runOnce().rules().get("unpaid").closed()).isEqualTo(ORDERS);
        assertThat(south.given).hasSize(ORDERS);
        assertThat(north.given).isEmpty();
        assertThat(engine.compensations(0, 100))
                .hasSize(ORDERS)
                .allSatisfy(row -> assertThat(row.what().type()).isEqualTo("north"));

        open.countDown();
        shop.pass(Duration.ofHours(1));
        // However busy the machine is: none of these calls hangs.
        OrderTimeoutEngine next =
                engine(Duration.ofMinutes(1)).releaser(north).releaser(south).build();
        next.runOnce();
        assertThat(north.given).hasSize(ORDERS);
        assertThat(next.compensations(0, 100)).isEmpty();
    }

    @Test
    @DisplayName(
            "an engine whose local releaser hangs is closed within its limit, and what hangs is rolled back or committed whole")
    void closing() throws InterruptedException {
        shop.order(1, Duration.ofHours(1));
        CountDownLatch begun = new CountDownLatch(1);
        OrderTimeoutEngine engine = engine().releaser((order, context) -> {
                    begun.countDown();
                    await();
                })
                .threads(HungReleaserTest::impatient, new Random(1))
                .build();
        engine.start();
        begun.await();
        long before = System.nanoTime();
        engine.close();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
        assertThat(shop.status(1)).isEqualTo("0");
        open.countDown();
    }
}

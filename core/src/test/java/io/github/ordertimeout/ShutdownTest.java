package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine that is closed in the middle of its work. */
@Timeout(60)
class ShutdownTest {
    private static final int ORDERS = 300;

    private final MemoryShop shop = new MemoryShop();
    private final Rule rule = Rules.created("50m").batchSize(10).build();
    private final Map<String, Integer> released = new ConcurrentHashMap<>();
    private final CountDownLatch begun = new CountDownLatch(25);
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();

    private final class Warehouse implements InventoryReleaser {
        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            String key = order.idempotencyKey(releaseType());
            calls.merge(key, 1, Integer::sum);
            begun.countDown();
            released.put(key, 1);
        }

        @Override
        public String releaseType() {
            return "warehouse";
        }

        @Override
        public ReleaseMode mode() {
            return ReleaseMode.REMOTE;
        }
    }

    @Test
    @DisplayName(
            "closed in mid-work, it ends its threads; the next engine does the rest, and nothing is lost or doubled")
    void inTheMiddle() throws InterruptedException {
        LongStream.rangeClosed(1, ORDERS).forEach(id -> shop.order(id, Duration.ofHours(1)));
        OrderTimeoutEngine first = shop.engine(rule).releaser(new Warehouse()).build();
        first.start();
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        first.close();
        first.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("order-timeout-unpaid") && thread.isAlive());

        shop.pass(Duration.ofHours(1));
        OrderTimeoutEngine next = shop.engine(rule).releaser(new Warehouse()).build();
        next.runOnce();
        next.close();
        LongStream.rangeClosed(1, ORDERS)
                .forEach(id -> assertThat(shop.status(id)).as("order %d", id).isEqualTo("4"));
        assertThat(released).hasSize(ORDERS);
        assertThat(next.compensations(0, 10)).isEmpty();
        // Only what was under way when the first engine ended may have been called again, with the same key.
        assertThat(calls.values()).allMatch(times -> times <= 2);
    }
}

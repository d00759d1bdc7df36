package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.payment.Confirmation.Result;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Callbacks of many threads against the close of two engines. */
@EachDatabase(
        on = {TestServer.POSTGRESQL, TestServer.MARIADB},
        in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class GuardRaceTest {
    private static final int ORDERS = 2_000;
    private static final int CALLBACK_THREADS = 16;
    private static final int ENGINE_THREADS = 2;
    private static final int MOST_TRIES = 50;

    @Parameter
    TestDatabase db;

    /** One callback of the provider. */
    private record Callback(long order, String reference) {}

    private final RefundDesk desk = new RefundDesk();
    private final Map<Long, Queue<Result>> answers = new ConcurrentHashMap<>();
    private final AtomicLong failedCalls = new AtomicLong();
    private volatile boolean gaveUp;

    @Test
    @DisplayName("B8 B28 20 threads on two engines confirm and close 2,000 orders: each is paid or closed, each surplus"
            + " payment refunded once")
    void race() throws Exception {
        long seed = Long.getLong("race.seed", System.nanoTime());
        System.out.println("GuardRaceTest on " + db + ": -Drace.seed=" + seed);
        Shop shop = new Shop(db);
        List<Callback> callbacks = fill(shop, new Random(seed));
        try (HikariDataSource pool = db.pool(config -> config.setMaximumPoolSize(24))) {
            List<OrderTimeoutEngine> engines = List.of(engine(shop, pool), engine(shop, pool));
            play(shop, engines, callbacks);
            shop.now = Shop.START.plus(Duration.ofHours(2));
            for (int i = 0; i < 3; i++) {
                shop.run(engines.get(0));
            }
        }
        verify(shop, callbacks);
    }

    /** Every order falls due at its own moment while the callbacks come in. */
    private static List<Callback> fill(Shop shop, Random random) {
        List<Callback> callbacks = new ArrayList<>();
        for (long id = 1; id <= ORDERS; id++) {
            shop.order(id, Duration.ofMinutes(30).minusMillis(id * 10));
            callbacks.add(new Callback(id, "a" + id));
            callbacks.add(new Callback(id, "a" + id));
            if (random.nextInt(3) == 0) {
                callbacks.add(new Callback(id, "b" + id));
            }
        }
        Collections.shuffle(callbacks, random);
        return callbacks;
    }

    private OrderTimeoutEngine engine(Shop shop, HikariDataSource pool) {
        Settings settings =
                Shop.settings(String.join("\n", RULE, "amount-column: amount_due", "scan: {batch-size: 50}"));
        return shop.engine(pool, settings).refundIssuer(desk).build();
    }

    private void play(Shop shop, List<OrderTimeoutEngine> engines, List<Callback> callbacks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CALLBACK_THREADS + 2 * ENGINE_THREADS);
        AtomicInteger next = new AtomicInteger();
        List<Callable<Boolean>> work = new ArrayList<>();
        for (int i = 0; i < CALLBACK_THREADS; i++) {
            PaymentGuard guard = engines.get(i % engines.size()).guard();
            work.add(() -> {
                for (int mine = next.getAndIncrement(); mine < callbacks.size(); mine = next.getAndIncrement()) {
                    shop.now = later(shop.now, Shop.START.plusMillis(5L * mine));
                    confirm(guard, callbacks.get(mine));
                }
                return true;
            });
        }
        for (int i = 0; i < 2 * ENGINE_THREADS; i++) {
            OrderTimeoutEngine engine = engines.get(i % engines.size());
            work.add(() -> {
                while (next.get() < callbacks.size() && !gaveUp) {
                    engine.runOnce();
                }
                return true;
            });
        }
        try {
            for (Future<Boolean> done : threads.invokeAll(work)) {
                assertThat(done.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** A provider whose call fails calls again. */
    private void confirm(PaymentGuard guard, Callback callback) {
        RuntimeException last = null;
        for (int i = 0; i < MOST_TRIES; i++) {
            try {
                Result result = guard.confirm(Long.toString(callback.order()), callback.reference(), BigDecimal.TEN)
                        .result();
                answers.computeIfAbsent(callback.order(), id -> new ConcurrentLinkedQueue<>())
                        .add(result);
                return;
            } catch (RuntimeException e) {
                failedCalls.incrementAndGet();
                last = e;
            }
        }
        gaveUp = true;
        throw new AssertionError("Callback " + callback + " failed " + MOST_TRIES + " times", last);
    }

    private void verify(Shop shop, List<Callback> callbacks) {
        List<String> statuses = shop.statuses();
        assertThat(statuses)
                .hasSize(ORDERS)
                .containsOnly("1", "4")
                .contains("1")
                .contains("4");
        long closed = statuses.stream().filter("4"::equals).count();
        assertThat(shop.ledgerRows()).isEqualTo(closed);
        assertThat(
                        db.number(
                                "select count(*) from order_timeout_payment p join shop_order o on cast(o.id as char(20)) = p.order_id"
                                        + " where (o.status = 1 and p.standing not in ('PAID', 'REFUNDED')) or (o.status = 4 and p.standing <> 'REFUNDED')"))
                .isZero();
        TreeSet<String> surplus = new TreeSet<>();
        for (long id = 1; id <= ORDERS; id++) {
            boolean paid = statuses.get((int) id - 1).equals("1");
            assertThat(Collections.frequency(List.copyOf(answers.get(id)), Result.PAID))
                    .as("order %s is %s, answers %s", id, paid ? "paid" : "closed", answers.get(id))
                    .isEqualTo(paid ? 1 : 0);
        }
        List<String> paying =
                db.column("select reference from order_timeout_payment where standing = 'PAID' order by reference");
        callbacks.stream()
                .filter(callback -> !paying.contains(callback.reference()))
                .forEach(callback -> surplus.add(callback.order() + " " + callback.reference()));
        assertThat(desk.refunded()).containsExactlyInAnyOrderElementsOf(surplus);
        assertThat(desk.repeated()).isZero();
        assertThat(shop.compensationRows()).isZero();
        System.out.println("GuardRaceTest on " + db + ": " + (ORDERS - closed) + " paid, " + closed + " closed, "
                + surplus.size() + " refunded, " + failedCalls + " calls repeated");
    }
}

package io.github.ordertimeout.close;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TransactionSizeTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final AtomicLong clock = new AtomicLong();
    private final List<Integer> sizes = new ArrayList<>();
    private final List<Duration> rests = new ArrayList<>();
    private long nanosPerOrder;
    private long nanosPerTransaction;
    private final BatchCloser batches = new BatchCloser(new Slow(), orders -> Set.of(), new TimeSource() {
        @Override
        public long nanoTime() {
            return clock.get();
        }

        @Override
        public void sleep(Duration duration) {
            clock.addAndGet(duration.toNanos());
            rests.add(duration);
        }
    });

    /** A database that takes its time for each transaction and each order. */
    private final class Slow implements OrderCloser {
        @Override
        public CloseResult close(CloseBatch batch) {
            sizes.add(batch.orders().size());
            clock.addAndGet(nanosPerTransaction + nanosPerOrder * batch.orders().size());
            return new CloseResult(
                    batch.orders().stream()
                            .map(order -> new ClosedOrder(order, 1, NOW, "unpaid"))
                            .toList(),
                    Map.of());
        }

        @Override
        public List<ClosedOrder> closedBy(CloseBatch batch) {
            return List.of();
        }
    }

    @Test
    @DisplayName("promise 6: transactions grow while they are fast, up to whole pages, and lose no order")
    void grows() {
        nanosPerOrder = 10_000;
        close(500);
        close(500);
        assertThat(sizes).containsExactly(100, 200, 200, 400, 100);
        close(500);
        assertThat(sizes).endsWith(500);
    }

    @Test
    @DisplayName("promise 6: one transaction above 200 ms, and the next ones keep below it")
    void shrinks() {
        nanosPerOrder = 10_000;
        IntStream.range(0, 3).forEach(i -> close(500));
        sizes.clear();
        nanosPerOrder = 2_000_000;
        close(500);
        assertThat(sizes.get(0)).as("took 1 s").isEqualTo(500);
        close(500);
        assertThat(sizes.subList(1, sizes.size())).allMatch(size -> size * nanosPerOrder < 200_000_000);
        assertThat(sizes).hasSize(1 + 7);
    }

    @Test
    @DisplayName("promise 6: a slow database that recovers is used fully again after a few transactions")
    void recovers() {
        nanosPerOrder = 20_000_000;
        close(500);
        assertThat(sizes).endsWith(TransactionSize.LEAST);
        sizes.clear();
        nanosPerOrder = 10_000;
        close(500);
        close(500);
        assertThat(sizes).startsWith(20, 40, 80, 160, 200).endsWith(320, 180);
    }

    @Test
    @DisplayName("a database far away: transactions do not shrink to single orders, which would make nothing faster")
    void farAway() {
        nanosPerTransaction = 500_000_000;
        IntStream.range(0, 5).forEach(i -> close(100));
        sizes.clear();
        close(100);
        assertThat(sizes).containsOnly(TransactionSize.LEAST).hasSize(5);
    }

    @Test
    @DisplayName(
            "where the way to the database takes the time, small transactions grow again: they would never be faster")
    void growsWhereItPays() {
        nanosPerTransaction = 60_000_000;
        nanosPerOrder = 100_000;
        IntStream.range(0, 5).forEach(i -> close(2_000));
        sizes.clear();
        close(2_000);
        assertThat(sizes.get(0)).isGreaterThan(300);
        assertThat(nanosPerTransaction + nanosPerOrder * sizes.get(0)).isLessThan(200_000_000);
    }

    @Test
    @DisplayName("where each order takes its time, larger transactions do not pay and are given up again")
    void staysWhereItDoesNotPay() {
        nanosPerOrder = 800_000;
        IntStream.range(0, 20).forEach(i -> close(1_000));
        assertThat(sizes)
                .allMatch(size -> size <= 150)
                .contains(150)
                .filteredOn(size -> size > 100)
                .hasSizeLessThan(20);
    }

    @Test
    @DisplayName(
            "promise 6: a database that becomes slow is given rests, the longer the slower it is, and never more than 500 ms")
    void rests() {
        nanosPerOrder = 200_000;
        IntStream.range(0, 10).forEach(i -> close(1_000));
        assertThat(rests).isEmpty();

        nanosPerOrder = 1_000_000;
        close(2_000);
        assertThat(rests).isNotEmpty().allMatch(rest -> rest.toMillis() >= 20 && rest.toMillis() < 150);
        assertThat(batches.rests()).isEqualTo(rests.size());
        rests.clear();
        nanosPerOrder = 5_000_000;
        close(1_000);
        assertThat(rests.subList(5, rests.size()))
                .isNotEmpty()
                .allMatch(rest -> rest.toMillis() > 150 && rest.toMillis() <= 500);
        rests.clear();
        nanosPerOrder = 100_000_000;
        close(200);
        assertThat(rests).contains(Duration.ofMillis(500)).allMatch(rest -> rest.toMillis() <= 500);

        nanosPerOrder = 200_000;
        close(20);
        rests.clear();
        close(2_000);
        assertThat(rests).isEmpty();
    }

    @Test
    @DisplayName("one slow transaction among fast ones, and slowness below 100 ms, are chance: no rest")
    void chance() {
        nanosPerOrder = 200_000;
        IntStream.range(0, 10).forEach(i -> close(100));
        for (int i = 0; i < 5; i++) {
            nanosPerOrder = 5_000_000;
            close(20);
            nanosPerOrder = 200_000;
            close(100);
        }
        nanosPerOrder = 1_000;
        IntStream.range(0, 5).forEach(i -> close(20));
        nanosPerOrder = 900_000;
        IntStream.range(0, 5).forEach(i -> close(20));
        assertThat(rests).isEmpty();
    }

    @Test
    @DisplayName("a database that stays slow is worked at full speed again after a while")
    void staysSlow() {
        nanosPerOrder = 200_000;
        IntStream.range(0, 10).forEach(i -> close(1_000));
        nanosPerOrder = 1_000_000;
        close(1_000);
        assertThat(rests).isNotEmpty();
        clock.addAndGet(Duration.ofMinutes(15).toNanos());
        rests.clear();
        IntStream.range(0, 10).forEach(i -> close(1_000));
        assertThat(rests.size()).isLessThanOrEqualTo(1);
    }

    @Test
    @DisplayName("a single order that somebody asks for does not wait")
    void aSingleOrder() {
        nanosPerOrder = 200_000;
        IntStream.range(0, 10).forEach(i -> close(1_000));
        nanosPerOrder = 50_000_000;
        close(100);
        rests.clear();
        close(1);
        assertThat(rests).isEmpty();
    }

    private void close(int many) {
        List<OrderSnapshot> orders = IntStream.rangeClosed(1, many)
                .mapToObj(TransactionSizeTest::order)
                .toList();
        BatchOutcome outcome = batches.close(new CloseBatch(
                "t", orders, NOW, CloseCause.timeout("unpaid"), List.of(), InClosingTransaction.NOTHING));
        assertThat(outcome.closed()).hasSize(many);
    }

    private static OrderSnapshot order(int id) {
        return new OrderSnapshot(
                new OrderKey("orders", String.valueOf(id)),
                Optional.empty(),
                "0",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Map.of());
    }
}

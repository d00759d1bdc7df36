package io.github.ordertimeout.close;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BatchCloserTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    /** Closes what it is asked to, unless an order is scripted to fail; counts transactions. */
    private static final class Closer implements OrderCloser {
        final Map<String, FailureKind> failing = new HashMap<>();
        final Map<String, ClosedOrder> ledger = new LinkedHashMap<>();
        final List<List<String>> transactions = new ArrayList<>();
        int contentions;
        Optional<FailureKind> everything = Optional.empty();
        boolean loseReply;
        boolean failBeforeCommit;

        @Override
        public CloseResult close(CloseBatch batch) {
            transactions.add(batch.orders().stream().map(OrderSnapshot::id).toList());
            everything.ifPresent(kind -> fail(kind, "all"));
            if (contentions-- > 0) {
                fail(FailureKind.CONTENTION, "deadlock");
            }
            batch.orders()
                    .forEach(order -> Optional.ofNullable(failing.get(order.id()))
                            .ifPresent(kind -> fail(kind, "order " + order.id())));
            if (failBeforeCommit) {
                fail(FailureKind.OUTCOME_UNKNOWN, "commit");
            }
            List<ClosedOrder> closed = batch.orders().stream()
                    .map(order -> new ClosedOrder(order, 1, NOW, "unpaid"))
                    .toList();
            closed.forEach(order -> ledger.put(batch.token() + order.order().id(), order));
            if (loseReply) {
                fail(FailureKind.OUTCOME_UNKNOWN, "commit");
            }
            return new CloseResult(closed, Map.of());
        }

        @Override
        public List<ClosedOrder> closedBy(CloseBatch batch) {
            return batch.orders().stream()
                    .flatMap(order -> Optional.ofNullable(ledger.get(batch.token() + order.id())).stream())
                    .toList();
        }

        private static void fail(FailureKind kind, String what) {
            throw new CloseFailedException(kind, kind.name(), what, new IllegalStateException(what));
        }
    }

    private final Closer closer = new Closer();

    @Test
    @DisplayName("D1 one poison order does not stop the others: it stands alone, the others close")
    void onePoisonOrder() {
        closer.failing.put("3", FailureKind.ORDER);
        BatchOutcome outcome = close(10);
        assertThat(outcome.poison()).containsExactly(Map.entry("3", "order 3"));
        assertThat(outcome.closed()).hasSize(9);
        assertThat(outcome.fault()).isEmpty();
    }

    @Test
    @DisplayName("two poison orders in different halves of a large batch are found, not taken for the system's fault")
    void twoPoisonOrdersOfMany() {
        closer.failing.put("7", FailureKind.ORDER);
        closer.failing.put("450", FailureKind.ORDER);
        BatchOutcome outcome = close(500);
        assertThat(outcome.poison()).containsOnlyKeys("7", "450");
        assertThat(outcome.closed()).hasSize(498);
        assertThat(closer.transactions).hasSizeLessThan(80);
    }

    @Test
    @DisplayName("S1 a small batch in which every order fails ends, each order with its own row")
    void everyOrderOfASmallBatch() {
        IntStream.rangeClosed(1, 10).forEach(i -> closer.failing.put(String.valueOf(i), FailureKind.ORDER));
        BatchOutcome outcome = close(10);
        assertThat(outcome.poison()).hasSize(10);
        assertThat(outcome.dropped()).isEmpty();
    }

    @Test
    @DisplayName("a large batch in which every order fails alike is no order's fault: no row, few transactions")
    void everyOrderOfALargeBatch() {
        IntStream.rangeClosed(1, 500).forEach(i -> closer.failing.put(String.valueOf(i), FailureKind.ORDER));
        BatchCloser batches = new BatchCloser(closer, orders -> Set.of());
        BatchOutcome first = batches.close(batch(500));
        assertThat(first.poison()).isEmpty();
        assertThat(first.dropped()).hasSize(500);
        assertThat(first.systemIsDown()).isFalse();
        assertThat(closer.transactions).hasSizeLessThanOrEqualTo(17);
        closer.transactions.clear();
        batches.close(batch(500));
        assertThat(closer.transactions).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    @DisplayName("the system's fault is never split: one transaction, nothing counted against an order")
    void systemFault() {
        closer.everything = Optional.of(FailureKind.SYSTEM);
        BatchOutcome outcome = close(500);
        assertThat(closer.transactions).hasSize(1);
        assertThat(outcome.poison()).isEmpty();
        assertThat(outcome.dropped()).hasSize(500);
        assertThat(outcome.systemIsDown()).isTrue();
    }

    @Test
    @DisplayName("D27 a deadlock is tried again, and after three times the orders are busy, not failed")
    void contention() {
        closer.contentions = 2;
        assertThat(close(5).closed()).hasSize(5);
        closer.contentions = 1_000;
        BatchOutcome outcome = close(5);
        assertThat(outcome.closed()).isEmpty();
        assertThat(outcome.notClosed())
                .hasSize(5)
                .allSatisfy((id, why) -> assertThat(why).isInstanceOf(NotClosed.Busy.class));
    }

    @Test
    @DisplayName("a locked row makes only the orders that wait for it busy")
    void lockedRow() {
        closer.failing.put("2", FailureKind.LOCKED);
        BatchOutcome outcome = new BatchCloser(closer, orders -> Set.of("2")).close(batch(5));
        assertThat(outcome.notClosed()).containsOnlyKeys("2");
        assertThat(outcome.closed()).hasSize(4);
    }

    @Test
    @DisplayName(
            "where nobody knows who waits for the lock, halving finds most that do not; the rest is busy, none failed")
    void lockedAndUnknown() {
        closer.failing.put("2", FailureKind.LOCKED);
        assertThat(close(5).notClosed()).containsOnlyKeys("2");
        closer.transactions.clear();
        IntStream.rangeClosed(1, 500)
                .filter(i -> i % 7 == 0)
                .forEach(i -> closer.failing.put(String.valueOf(i), FailureKind.LOCKED));
        BatchOutcome outcome = close(500);
        assertThat(outcome.poison()).isEmpty();
        assertThat(closer.transactions)
                .as("bounded, since each may cost a lock time-out")
                .hasSizeLessThan(30);
        assertThat(outcome.closed().size() + outcome.notClosed().size()).isEqualTo(500);
    }

    @Test
    @DisplayName("a refusal that a trigger raises for one order is that order's own; one of all orders is the system's")
    void refusals() {
        closer.failing.put("3", FailureKind.REFUSED);
        BatchOutcome one = close(100);
        assertThat(one.poison()).containsOnlyKeys("3");
        assertThat(one.closed()).hasSize(99);
        closer.everything = Optional.of(FailureKind.REFUSED);
        closer.transactions.clear();
        BatchOutcome all = close(500);
        assertThat(all.poison()).isEmpty();
        assertThat(all.systemIsDown()).isTrue();
        assertThat(closer.transactions).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    @DisplayName("a commit that took effect but reported failure counts as closed, by the ledger")
    void lostReply() {
        closer.loseReply = true;
        BatchOutcome outcome = close(5);
        assertThat(outcome.closed()).hasSize(5);
        assertThat(outcome.fault()).isEmpty();
        assertThat(closer.transactions).hasSize(1);
    }

    @Test
    @DisplayName("a commit that took no effect is dropped and left to the next pass")
    void failedCommit() {
        closer.failBeforeCommit = true;
        BatchOutcome outcome = close(5);
        assertThat(outcome.closed()).isEmpty();
        assertThat(outcome.dropped()).hasSize(5);
    }

    @Test
    @DisplayName("whatever goes wrong, each order of the batch ends in exactly one place")
    void everyOrderIsAccountedFor() {
        for (Function<Closer, Closer> script : List.<Function<Closer, Closer>>of(
                c -> c,
                c -> {
                    c.failing.put("1", FailureKind.ORDER);
                    c.failing.put("90", FailureKind.SYSTEM);
                    return c;
                },
                c -> {
                    c.failing.put("5", FailureKind.LOCKED);
                    c.failing.put("6", FailureKind.ORDER);
                    return c;
                })) {
            BatchOutcome outcome = new BatchCloser(script.apply(new Closer()), orders -> Set.of("5")).close(batch(100));
            List<String> ids = new ArrayList<>(outcome.dropped());
            outcome.closed().forEach(order -> ids.add(order.order().id()));
            ids.addAll(outcome.notClosed().keySet());
            ids.addAll(outcome.poison().keySet());
            assertThat(ids).doesNotHaveDuplicates().hasSize(100);
        }
    }

    private BatchOutcome close(int orders) {
        return new BatchCloser(closer, waiting -> Set.of()).close(batch(orders));
    }

    private static CloseBatch batch(int orders) {
        List<OrderSnapshot> snapshots = IntStream.rangeClosed(1, orders)
                .mapToObj(i -> new OrderSnapshot(
                        new OrderKey("orders", String.valueOf(i)),
                        Optional.empty(),
                        "0",
                        Optional.of(NOW),
                        Optional.of(NOW),
                        Optional.of(NOW),
                        false,
                        Map.of()))
                .toList();
        return new CloseBatch(
                "token", snapshots, NOW, CloseCause.timeout("unpaid"), List.of("none"), InClosingTransaction.NOTHING);
    }
}

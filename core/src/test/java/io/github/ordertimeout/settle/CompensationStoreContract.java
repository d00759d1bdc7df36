package io.github.ordertimeout.settle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.order.OrderKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every {@link CompensationStore} promises. Inherited by the test of each implementation. */
public abstract class CompensationStoreContract {
    private static final Instant NOW = Instant.parse("2026-03-29T01:30:00.123456Z");
    private static final Duration LEASE = Duration.ofMinutes(1);

    /** An empty store; the same one on every call within a test. */
    protected abstract CompensationStore store();

    @Test
    @DisplayName("a row keeps everything it was added with")
    void keepsEverything() {
        store().add(failedClose("o-1", "线下 'quoted' 🧾"), NOW);

        assertThat(store().list(0, 10)).singleElement().satisfies(row -> {
            assertThat(row.what()).isEqualTo(failedClose("o-1", "线下 'quoted' 🧾"));
            assertThat(row.state()).isEqualTo(CompensationState.PENDING);
            assertThat(row.attempts()).isEqualTo(1);
            assertThat(row.nextAttemptAt()).isEqualTo(NOW);
            assertThat(row.token()).isEmpty();
        });
    }

    @Test
    @DisplayName("adding twice is one row: only the reason is refreshed")
    void addTwice() {
        store().add(failedClose("o-1", "first"), NOW);
        store().add(failedClose("o-1", "second"), NOW.plusSeconds(60));

        assertThat(store().list(0, 10)).singleElement().satisfies(row -> {
            assertThat(row.what().reason()).isEqualTo("second");
            assertThat(row.attempts()).isEqualTo(1);
            assertThat(row.nextAttemptAt()).isEqualTo(NOW);
        });
    }

    @Test
    @DisplayName("many threads that add the same failures at once leave one row each")
    void addConcurrently() throws Exception {
        inParallel(4, thread -> {
            for (int i = 0; i < 20; i++) {
                store().add(failedClose("o-" + i, "from thread " + thread), NOW);
            }
            return null;
        });

        assertThat(store().list(0, 100)).hasSize(20);
    }

    @Test
    @DisplayName("ids that differ only in case are two orders")
    void idsByCase() {
        store().add(failedClose("abC1", "one"), NOW);
        store().add(failedClose("ABc1", "two"), NOW);

        assertThat(store().list(0, 10)).extracting(row -> row.what().reason()).containsExactly("one", "two");
        assertThat(store().open("orders", CompensationKind.CLOSE, List.of("abC1", "ABC1")))
                .containsExactly("abC1");
    }

    @Test
    @DisplayName("the same id in two sources is two orders")
    void idsBySource() {
        store().add(failedClose("1", "one"), NOW);
        store().add(Compensation.failedClose("unpaid", new OrderKey("shard2.orders", "1"), "two"), NOW);

        assertThat(store().list(0, 10)).hasSize(2);
        assertThat(store().open("shard2.orders", CompensationKind.CLOSE, List.of("1", "2")))
                .containsExactly("1");
        assertThat(store().open("shard3.orders", CompensationKind.CLOSE, List.of("1")))
                .isEmpty();
    }

    @Test
    @DisplayName("open failures are found among more ids than one statement takes")
    void openAmongMany() {
        store().add(failedClose("1500", "x"), NOW);
        List<String> ids = IntStream.range(0, 3000).mapToObj(String::valueOf).toList();

        assertThat(store().open("orders", CompensationKind.CLOSE, ids)).containsExactly("1500");
        assertThat(store().open("orders", CompensationKind.CLOSE, List.of())).isEmpty();
    }

    @Test
    @DisplayName("a reason longer than any column is cut, never refused")
    void longReason() {
        store().add(failedClose("o-1", "🧾".repeat(5_000)), NOW);

        assertThat(store().list(0, 10))
                .singleElement()
                .satisfies(row -> assertThat(row.what().reason()).startsWith("🧾🧾"));
    }

    @Test
    @DisplayName("due rows are claimed oldest first, up to the limit, and not again until the lease ends")
    void claimDue() {
        add("late", NOW.plusSeconds(1));
        add("second", NOW.minusSeconds(10));
        add("first", NOW.minusSeconds(20));
        add("third", NOW);

        assertThat(claim("t1", NOW, 2)).extracting(row -> row.what().key().id()).containsExactly("first", "second");
        assertThat(claim("t2", NOW, 10)).singleElement().satisfies(row -> {
            assertThat(row.what().key().id()).isEqualTo("third");
            assertThat(row.token()).isEqualTo("t2");
            assertThat(row.nextAttemptAt()).isEqualTo(NOW.plus(LEASE));
        });
        assertThat(claim("t3", NOW, 10)).isEmpty();
        assertThat(claim("t4", NOW.plus(LEASE), 10)).hasSize(4);
    }

    @Test
    @DisplayName("a claim that found nothing, or asked for nothing, is empty")
    void claimNothing() {
        assertThat(claim("t1", NOW, 10)).isEmpty();
        add("o-1", NOW);
        assertThat(claim("t1", NOW, 0)).isEmpty();
    }

    @Test
    @DisplayName("claimers at the same moment never share a row, and together get all")
    void concurrentClaims() throws Exception {
        for (int i = 0; i < 60; i++) {
            add("o-" + i, NOW);
        }
        List<List<CompensationRow>> claims = inParallel(4, thread -> {
            List<CompensationRow> mine = new ArrayList<>();
            // A claimer may come away empty-handed while another holds the rows it wanted; so each asks often.
            for (int round = 0; round < 30; round++) {
                mine.addAll(claim("t" + thread, NOW, 5));
            }
            return mine;
        });

        List<Long> all =
                claims.stream().flatMap(List::stream).map(CompensationRow::row).toList();
        assertThat(all).doesNotHaveDuplicates();
        List<CompensationRow> rest = claim("last", NOW, 60);
        assertThat(rest).extracting(CompensationRow::row).noneMatch(all::contains);
        assertThat(all.size() + rest.size()).isEqualTo(60);
    }

    @Test
    @DisplayName("a resolved row is gone, and its order may fail anew")
    void resolve() {
        add("o-1", NOW);
        CompensationRow row = claim("t1", NOW, 1).get(0);

        assertThat(store().resolve(row)).isTrue();
        assertThat(store().resolve(row)).isFalse();
        assertThat(store().list(0, 10)).isEmpty();
        assertThat(store().open("orders", CompensationKind.CLOSE, List.of("o-1")))
                .isEmpty();
        add("o-1", NOW);
        assertThat(store().list(0, 10)).hasSize(1);
    }

    @Test
    @DisplayName("a rescheduled row has its new state and waits for its new time, dead or not")
    void reschedule() {
        add("o-1", NOW);
        CompensationRow claimed = claim("t1", NOW, 1).get(0);
        Instant next = NOW.plus(Duration.ofHours(1));
        CompensationRow dead = changed(claimed, CompensationState.DEAD, 3, next, "given up");

        assertThat(store().reschedule(dead)).isTrue();
        assertThat(store().list(0, 10)).singleElement().satisfies(row -> {
            assertThat(row.state()).isEqualTo(CompensationState.DEAD);
            assertThat(row.attempts()).isEqualTo(3);
            assertThat(row.what().reason()).isEqualTo("given up");
            assertThat(row.nextAttemptAt()).isEqualTo(next);
            assertThat(row.token()).isEmpty();
        });
        assertThat(claim("t2", next.minusMillis(1), 10)).isEmpty();
        assertThat(claim("t3", next, 10)).hasSize(1);
        assertThat(store().reschedule(dead)).isFalse();
    }

    @Test
    @DisplayName("a claim that was lost to another can neither resolve nor reschedule")
    void lostClaim() {
        add("o-1", NOW);
        CompensationRow slow = claim("slow", NOW, 1).get(0);
        CompensationRow quick = claim("quick", NOW.plus(LEASE), 1).get(0);

        assertThat(store().resolve(slow)).isFalse();
        assertThat(store().reschedule(changed(slow, CompensationState.DEAD, 9, NOW, "late")))
                .isFalse();
        assertThat(store().list(0, 10)).containsExactly(quick);
        assertThat(store().resolve(quick)).isTrue();
    }

    @Test
    @DisplayName("rows are listed in order of their numbers, page by page, and counted by state")
    void listAndCounts() {
        for (int i = 0; i < 5; i++) {
            add("o-" + i, NOW);
        }
        CompensationRow claimed = claim("t1", NOW, 1).get(0);
        store().reschedule(changed(claimed, CompensationState.DEAD, 3, NOW, "given up"));

        List<CompensationRow> page = store().list(0, 3);
        assertThat(page).hasSize(3).isSortedAccordingTo((a, b) -> Long.compare(a.row(), b.row()));
        assertThat(store().list(page.get(2).row(), 3)).hasSize(2);
        assertThat(store().counts()).isEqualTo(new CompensationCounts(4, 1));
    }

    private void add(String id, Instant nextAttemptAt) {
        store().add(failedClose(id, "some reason"), nextAttemptAt);
    }

    private List<CompensationRow> claim(String token, Instant now, int limit) {
        return store().claimDue(now, LEASE, token, limit);
    }

    private static Compensation failedClose(String id, String reason) {
        return Compensation.failedClose("unpaid", new OrderKey("orders", id), reason);
    }

    private static CompensationRow changed(
            CompensationRow row, CompensationState state, int attempts, Instant next, String reason) {
        Compensation what = row.what();
        return new CompensationRow(
                row.row(),
                new Compensation(what.rule(), what.key(), what.kind(), what.type(), reason),
                state,
                attempts,
                next,
                row.token());
    }

    private interface ThreadWork<T> {
        T run(int thread) throws Exception;
    }

    private static <T> List<T> inParallel(int threads, ThreadWork<T> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(pool.submit(() -> {
                    start.await(10, TimeUnit.SECONDS);
                    return work.run(thread);
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get(60, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}

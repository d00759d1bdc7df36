package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is added, listed and counted. */
abstract class CompensationRows extends CompensationSteps {

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
    @DisplayName("what is only owed has not failed yet; what is a failure has, once")
    void attemptsWhenAdded() {
        for (CompensationKind kind : CompensationKind.values()) {
            store().add(new Compensation("unpaid", new OrderKey("orders", "1"), kind, "", "reason"), NOW);
        }
        assertThat(store().list(0, 10))
                .hasSize(CompensationKind.values().length)
                .allMatch(row -> row.attempts()
                        == (row.what().kind() == CompensationKind.REFUND
                                        || row.what().kind() == CompensationKind.RELEASE
                                ? 0
                                : 1));
    }

    @Test
    @DisplayName("many threads that add the same failures at once leave one row each")
    void addConcurrently() throws Exception {
        inParallel(4, thread -> {
            for (int i = 0; i < 20; i++) {
                store().add(failedClose("o-" + i, "from thread " + thread), NOW);
            }
            return thread;
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
        assertThat(store().counts(NOW)).isEqualTo(new CompensationCounts(4, 1, Duration.ZERO));
    }

    @Test
    @DisplayName(
            "the backlog is as old as the row that is due longest; claimed, later and only planned ones are not due")
    void oldestDue() {
        assertThat(store().counts(NOW)).isEqualTo(CompensationCounts.NONE);
        store().add(
                        new Compensation(
                                "unpaid", new OrderKey("orders", "1"), CompensationKind.RECHECK, "", "planned"),
                        NOW.minusSeconds(600));
        add("later", NOW.plusSeconds(1));
        assertThat(store().counts(NOW)).isEqualTo(new CompensationCounts(1, 0, Duration.ZERO));
        add("due", NOW.minusSeconds(60));
        add("due longest", NOW.minusSeconds(90));
        assertThat(store().counts(NOW)).isEqualTo(new CompensationCounts(3, 0, Duration.ofSeconds(90)));
        assertThat(claim("t1", NOW, 2)).hasSize(2);
        assertThat(store().counts(NOW)).isEqualTo(new CompensationCounts(3, 0, Duration.ofSeconds(60)));
    }
}

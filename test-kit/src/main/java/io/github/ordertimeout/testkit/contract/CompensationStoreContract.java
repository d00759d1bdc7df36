package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.settle.CompensationStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every {@link CompensationStore} promises. Inherited by the test of each implementation. */
public abstract class CompensationStoreContract extends CompensationRows {

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
    @DisplayName(
            "a row that is added again while it is claimed outlives the claim: its finisher knows nothing of the new matter")
    void addedWhileClaimed() {
        add("o-1", NOW);
        CompensationRow claimed = claim("t1", NOW, 1).get(0);
        assertThat(store().add(failedClose("o-1", "a new matter"), NOW)).isFalse();

        assertThat(store().resolve(claimed)).isFalse();
        assertThat(store().reschedule(changed(claimed, CompensationState.DEAD, 9, NOW, "the old matter")))
                .isFalse();
        assertThat(claim("t2", NOW, 1)).as("not before the lease ends").isEmpty();
        assertThat(claim("t3", NOW.plus(LEASE), 1))
                .singleElement()
                .satisfies(row -> assertThat(row.what().reason()).isEqualTo("a new matter"));
    }

    @Test
    @DisplayName("many rows of one claim are deleted at once; where one of them is claimed anew, that is told")
    void resolvedTogether() {
        for (int i = 0; i < 1100; i++) {
            add("o-" + i, NOW);
        }
        List<Compensation> mine = new ArrayList<>();
        // A store may hand out fewer at once than it is asked for.
        while (mine.size() < 600) {
            claim("t1", NOW, 600 - mine.size()).forEach(row -> mine.add(row.what()));
        }
        List<Compensation> first = mine.subList(0, 550);
        List<Compensation> rest = new ArrayList<>(mine.subList(550, mine.size()));

        assertThat(resolveAll(first)).isTrue();
        assertThat(store().list(0, 2000)).hasSize(1100 - 550);

        store().add(failedClose(rest.get(0).key().id(), "a new matter"), NOW);
        assertThat(resolveAll(rest)).isFalse();
    }

    @Test
    @DisplayName(
            "rows that are given back are due for anybody at the moment named, unless somebody else has claimed them since")
    void handedBack() {
        for (int i = 0; i < 600; i++) {
            add("o-" + i, NOW);
        }
        List<Compensation> mine = new ArrayList<>();
        while (mine.size() < 600) {
            claim("t1", NOW, 600 - mine.size()).forEach(row -> mine.add(row.what()));
        }
        Compensation anothers = mine.get(0);
        store().add(failedClose(anothers.key().id(), "a new matter"), NOW);

        store().handBack(mine.stream().map(one -> one.because("it is closed")).toList(), "t1", NOW.plusSeconds(30));

        assertThat(claim("t2", NOW.plusSeconds(29), 600)).isEmpty();
        int claimed = 0;
        for (List<CompensationRow> some = claim("t2", NOW.plusSeconds(30), 600);
                !some.isEmpty();
                some = claim("t2", NOW.plusSeconds(30), 600)) {
            assertThat(some)
                    .noneMatch(row -> row.what().key().equals(anothers.key()))
                    .allMatch(row -> row.what().reason().equals("it is closed"));
            claimed += some.size();
        }
        assertThat(claimed).isEqualTo(599);
    }

    private boolean resolveAll(List<Compensation> claimed) {
        Boolean all = inTransaction(transaction -> store().resolveAllIn(transaction, claimed, "t1"));
        return all;
    }

    @Test
    @DisplayName("the same in somebody's transaction")
    void addedInWhileClaimed() {
        add("o-1", NOW);
        CompensationRow claimed = claim("t1", NOW, 1).get(0);
        inTransaction(transaction -> {
            store().addIn(transaction, List.of(failedClose("o-1", "a new matter")), NOW, "");
            return true;
        });

        assertThat(store().resolve(claimed)).isFalse();
        assertThat(store().list(0, 10)).singleElement().satisfies(row -> {
            assertThat(row.what().reason()).isEqualTo("a new matter");
            assertThat(row.token()).isEmpty();
        });
    }

    @Test
    @DisplayName(
            "a claim that is given up whole leaves its rows as they were, until then; what was lost of it is left alone")
    void postpone() {
        for (int i = 0; i < 600; i++) {
            add("o-" + i, NOW);
        }
        List<CompensationRow> claimed = new ArrayList<>();
        while (claimed.size() < 600) {
            claimed.addAll(claim("t1", NOW, 600 - claimed.size()));
        }
        store().add(failedClose("o-7", "a new matter"), NOW);
        Instant next = NOW.plusSeconds(30);

        assertThat(store().postpone(claimed, next)).isEqualTo(599);
        assertThat(store().postpone(claimed, next.plusSeconds(1))).isZero();
        assertThat(store().postpone(List.of(), next)).isZero();
        assertThat(claim("t2", next.minusMillis(1), 10)).isEmpty();
        assertThat(claim("t3", next, 1)).singleElement().satisfies(row -> {
            assertThat(row.what().reason()).isEqualTo("some reason");
            assertThat(row.attempts()).isEqualTo(1);
            assertThat(row.state()).isEqualTo(CompensationState.PENDING);
        });
    }

    @Test
    @DisplayName("what is due of one rule, kind and type is put off, oldest first; what is claimed or another's is not")
    void putOff() {
        add("later", NOW.plusSeconds(1));
        add("claimed", NOW.minusSeconds(9));
        claim("t1", NOW, 1);
        store().add(new Compensation("other", key("another"), CompensationKind.RELEASE, "north", 1, "owed"), NOW);
        store().add(new Compensation("unpaid", key("1"), CompensationKind.REFUND, "north", 1, "owed"), NOW);
        store().add(new Compensation("unpaid", key("1"), CompensationKind.RELEASE, "south", 1, "owed"), NOW);
        for (int i = 0; i < 1_100; i++) {
            store().add(
                            new Compensation("unpaid", key("" + i), CompensationKind.RELEASE, "north", 1, "owed"),
                            NOW.minusSeconds(i));
        }
        Instant next = NOW.plusSeconds(30);

        assertThat(putOff(next, 1_050)).isEqualTo(1_050);
        assertThat(claim("t2", NOW, 100))
                .hasSize(53)
                .filteredOn(row -> row.what().type().equals("north")
                        && row.what().rule().equals("unpaid")
                        && row.what().kind() == CompensationKind.RELEASE)
                .hasSize(50)
                .allMatch(row -> Integer.parseInt(row.what().key().id()) < 50);
        assertThat(putOff(next, 1_050)).isZero();
        assertThat(claim("t3", next, 2)).hasSize(2);
    }

    private int putOff(Instant next, int limit) {
        return store().putOff("unpaid", CompensationKind.RELEASE, "north", NOW, next, limit);
    }

    private static OrderKey key(String id) {
        return new OrderKey("orders", id);
    }

    @Test
    @DisplayName("the rows of one order are found, of every kind, and no other order's")
    void ofOneOrder() {
        add("o-1", NOW);
        store().add(
                        new Compensation(
                                "unpaid", new OrderKey("orders", "o-1"), CompensationKind.STUCK, "", "in progress"),
                        NOW);
        add("o-2", NOW);
        store().add(
                        new Compensation(
                                "unpaid", new OrderKey("elsewhere", "o-1"), CompensationKind.STUCK, "", "in progress"),
                        NOW);
        assertThat(store().of(new OrderKey("orders", "o-1")))
                .extracting(row -> row.what().kind())
                .containsExactly(CompensationKind.CLOSE, CompensationKind.STUCK);
        assertThat(store().of(new OrderKey("orders", "o-3"))).isEmpty();
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
}

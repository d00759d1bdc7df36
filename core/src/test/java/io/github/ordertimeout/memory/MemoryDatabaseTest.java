package io.github.ordertimeout.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.memory.FaultPoint.Step;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MemoryDatabaseTest {

    private final MemoryDatabase database = new MemoryDatabase();

    @BeforeEach
    void stock() {
        database.createTable("stock", "sku", "units");
        database.insert("stock", Map.of("sku", 1, "units", 10));
        database.insert("stock", Map.of("sku", 2, "units", 20));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a row that one transaction has written cannot be written by another: no update is lost")
    void noLostUpdate(Isolation isolation) {
        try (MemoryTransaction one = database.begin(isolation);
                MemoryTransaction other = database.begin(isolation)) {
            add(one, 1);
            assertLocked(() -> add(other, 1));
            one.commit();
            add(other, 1);
            other.commit();
        }
        assertThat(units("1")).isEqualTo(12);
    }

    @Test
    @DisplayName("in READ COMMITTED each plain read sees what is committed then, never what is not")
    void readCommitted() {
        try (MemoryTransaction reader = database.begin(Isolation.READ_COMMITTED);
                MemoryTransaction writer = database.begin()) {
            add(writer, 1);
            assertThat(units(reader)).isEqualTo(10);
            writer.commit();
            assertThat(units(reader)).isEqualTo(11);
        }
    }

    @Test
    @DisplayName(
            "in REPEATABLE READ plain reads keep the first one's snapshot, locking reads and updates meet the latest row")
    void repeatableRead() {
        try (MemoryTransaction reader = database.begin(Isolation.REPEATABLE_READ)) {
            database.inTransaction(writer -> add(writer, 1));
            assertThat(units(reader)).as("the first read makes the snapshot").isEqualTo(11);
            database.inTransaction(writer -> add(writer, 1));
            database.insert("stock", Map.of("sku", 3, "units", 30));

            assertThat(units(reader)).isEqualTo(11);
            assertThat(reader.select("stock", row -> true)).hasSize(2);
            assertThat(reader.selectForUpdate("stock", row -> true))
                    .extracting(row -> row.get("units"))
                    .containsExactly(12, 20, 30);
            add(reader, 1);
            assertThat(units(reader)).as("it sees what it wrote itself").isEqualTo(13);
        }
    }

    @Test
    @DisplayName("a locking read that skips locked rows leaves out exactly those")
    void skipLocked() {
        try (MemoryTransaction one = database.begin();
                MemoryTransaction other = database.begin()) {
            one.selectForUpdate("stock", sku("1"));
            assertThat(other.selectForUpdateSkipLocked("stock", row -> true))
                    .extracting(MemoryRow::key)
                    .containsExactly("2");
            assertLocked(() -> other.selectForUpdate("stock", row -> true));
            one.rollback();
            assertThat(other.selectForUpdate("stock", row -> true)).hasSize(2);
        }
    }

    @Test
    @DisplayName("a locked row that does not match stands in nobody's way")
    void disjointRows() {
        try (MemoryTransaction one = database.begin();
                MemoryTransaction other = database.begin()) {
            one.selectForUpdate("stock", sku("1"));
            assertThat(other.selectForUpdate("stock", sku("2"))).hasSize(1);
        }
    }

    @Test
    @DisplayName("a rollback forgets inserts, updates and deletes and frees their locks; so does closing")
    void rollback() {
        try (MemoryTransaction transaction = database.begin()) {
            add(transaction, 1);
            transaction.delete("stock", sku("2"));
            transaction.insert("stock", Map.of("sku", 3));
            assertThat(transaction.select("stock", row -> true))
                    .extracting(MemoryRow::key)
                    .containsExactly("1", "3");
        }
        assertThat(database.rows("stock")).extracting(row -> row.get("units")).containsExactly(10, 20);
        int updated = database.inTransaction(next -> add(next, 1));
        assertThat(updated).isEqualTo(1);
    }

    @Test
    @DisplayName("what a transaction wrote becomes visible all at once")
    void atomicCommit() {
        try (MemoryTransaction transaction = database.begin()) {
            add(transaction, 1);
            transaction.delete("stock", sku("2"));
            long before = database.lastCommit();
            transaction.commit();
            assertThat(database.lastCommit()).isEqualTo(before + 1);
        }
        assertThat(database.rows("stock")).extracting(row -> row.get("units")).containsExactly(11);
    }

    @Test
    @DisplayName("an insert meets a row that its snapshot does not show, and one that another transaction is inserting")
    void inserts() {
        try (MemoryTransaction one = database.begin(Isolation.REPEATABLE_READ);
                MemoryTransaction other = database.begin()) {
            one.select("stock", row -> true);
            other.insert("stock", Map.of("sku", 3));
            assertLocked(() -> one.insert("stock", Map.of("sku", 3)));
            other.commit();
            assertFails(FailureKind.ORDER, () -> one.insert("stock", Map.of("sku", 3)));
        }
    }

    @Test
    @DisplayName("a replica shows the rows of an earlier commit and cannot be written")
    void replica() {
        long earlier = database.lastCommit();
        database.inTransaction(writer -> add(writer, 1));
        database.inTransaction(writer -> writer.delete("stock", sku("2")));

        try (MemoryTransaction replica = database.asOf(earlier)) {
            assertThat(replica.select("stock", row -> true))
                    .extracting(row -> row.get("units"))
                    .containsExactly(10, 20);
            assertFails(FailureKind.SYSTEM, () -> add(replica, 1));
        }
    }

    @Test
    @DisplayName("a fault before a statement or the commit undoes the transaction and frees its locks")
    void faultBefore() {
        for (Step step : List.of(Step.LOCK, Step.WRITE, Step.COMMIT)) {
            failAt(step, MemoryDatabaseException.deadlock());
            assertFails(FailureKind.CONTENTION, () -> database.inTransaction(this::lockAndAdd));
            database.failAt(FaultPoint.NONE);
            assertThat(units("1")).isEqualTo(10);
            try (MemoryTransaction next = database.begin()) {
                assertThat(next.selectForUpdate("stock", row -> true)).hasSize(2);
            }
        }
    }

    @Test
    @DisplayName("work that swallows a fault does not commit half of itself")
    void swallowedFault() {
        assertFails(
                FailureKind.SYSTEM,
                () -> database.inTransaction(transaction -> {
                    add(transaction, 1);
                    failAt(Step.READ, MemoryDatabaseException.connectionLost());
                    assertFails(FailureKind.SYSTEM, () -> transaction.select("stock", row -> true));
                    return 0;
                }));
        assertThat(units("1")).isEqualTo(10);
    }

    @Test
    @DisplayName("a connection that breaks at the commit leaves the outcome unknown, whichever way it went")
    void unknownOutcome() {
        failAt(Step.COMMIT, MemoryDatabaseException.connectionLost());
        assertThatExceptionOfType(CommitOutcomeUnknownException.class)
                .isThrownBy(() -> database.inTransaction(this::lockAndAdd));
        assertThat(units("1")).as("not committed").isEqualTo(10);

        failAt(Step.COMMITTED, MemoryDatabaseException.connectionLost());
        assertThatExceptionOfType(CommitOutcomeUnknownException.class)
                .isThrownBy(() -> database.inTransaction(this::lockAndAdd));
        assertThat(units("1")).as("committed").isEqualTo(11);
    }

    @Test
    @DisplayName("a fault point may run another transaction between two steps")
    void interleaving() {
        database.failAt((step, transaction, table) -> {
            if (step == Step.COMMIT) {
                database.failAt(FaultPoint.NONE);
                try (MemoryTransaction other = database.begin()) {
                    assertThat(other.selectForUpdateSkipLocked("stock", row -> true))
                            .extracting(MemoryRow::key)
                            .containsExactly("2");
                }
            }
        });
        int updated = database.inTransaction(transaction -> add(transaction, 1));
        assertThat(updated).isEqualTo(1);
    }

    @Test
    @DisplayName("threads wait for each other's locks where the database allows it: none of 50 units is lost")
    void waitingThreads() throws Exception {
        MemoryDatabase waiting = new MemoryDatabase(Isolation.READ_COMMITTED, Duration.ofMinutes(1));
        waiting.createTable("stock", "sku", "units");
        waiting.insert("stock", Map.of("sku", 1, "units", 0));
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(50);
        try {
            List<Future<Integer>> adding = IntStream.range(0, 50)
                    .mapToObj(i -> threads.submit(() -> {
                        start.await();
                        return waiting.inTransaction(transaction -> {
                            transaction.selectForUpdate("stock", sku("1"));
                            return add(transaction, 1);
                        });
                    }))
                    .toList();
            start.countDown();
            for (Future<Integer> one : adding) {
                assertThat(one.get()).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(waiting.row("stock", "1").orElseThrow().get("units")).isEqualTo(50);
    }

    @Test
    @DisplayName("keys stand in order: whole numbers by value, then text, case-sensitive")
    void keyOrder() {
        database.createTable("orders", "id");
        List.of("abC1", "10", "9", "ABc1").forEach(id -> database.insert("orders", Map.of("id", id)));
        assertThat(database.rows("orders")).extracting(MemoryRow::key).containsExactly("9", "10", "ABc1", "abC1");
    }

    @Test
    @DisplayName("a dropped table fails every statement until it is made again")
    void droppedTable() {
        try (MemoryTransaction holder = database.begin()) {
            holder.selectForUpdate("stock", sku("1"));
            assertLocked(() -> database.dropTable("stock"));
        }
        database.dropTable("stock");
        assertFails(FailureKind.SYSTEM, () -> database.rows("stock"));
        database.createTable("stock", "sku");
        assertThat(database.rows("stock")).isEmpty();
    }

    private int lockAndAdd(MemoryTransaction transaction) {
        transaction.selectForUpdate("stock", sku("1"));
        return add(transaction, 1);
    }

    private void failAt(Step wanted, RuntimeException failure) {
        database.failAt((step, transaction, table) -> {
            if (step == wanted) {
                throw failure;
            }
        });
    }

    private static int add(MemoryTransaction transaction, int units) {
        return transaction.update(
                "stock",
                sku("1"),
                row -> Map.of("units", (Integer) row.columns().get("units") + units));
    }

    private static Object units(MemoryTransaction transaction) {
        return transaction.select("stock", "1").orElseThrow().get("units");
    }

    private Object units(String sku) {
        return database.row("stock", sku).orElseThrow().get("units");
    }

    private static Predicate<MemoryRow> sku(String key) {
        return row -> row.key().equals(key);
    }

    private static void assertLocked(Runnable statement) {
        assertFails(FailureKind.LOCKED, statement);
    }

    private static void assertFails(FailureKind kind, Runnable statement) {
        assertThatExceptionOfType(MemoryDatabaseException.class)
                .isThrownBy(statement::run)
                .extracting(MemoryDatabaseException::kind)
                .isEqualTo(kind);
    }
}

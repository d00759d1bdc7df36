package io.github.ordertimeout.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.memory.FaultPoint.Step;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.store.RuleStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What only a model of a database can play: a failure or another transaction between any two steps of a close. */
class MemoryCloserTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Inventory INVENTORY = new Inventory(
            "items",
            "order_id",
            "id",
            Optional.of("quantity"),
            Optional.empty(),
            Map.of(),
            "stock",
            Map.of("sku", "sku"),
            Map.of(),
            Map.of(),
            Optional.of("reserved"),
            Optional.empty(),
            Inventory.Shortage.FAIL,
            Inventory.Missing.SKIP);

    private MemoryDatabase database = new MemoryDatabase();
    private MemoryOrderStore store = MemoryOrderStore.on(database, () -> NOW);
    private RuleStore rule = shop();

    private RuleStore shop() {
        database.createTable("orders", "id", "number", "status", "due_at");
        database.createTable("items", "item", "order_id", "sku", "quantity");
        database.createTable("stock", "sku", "reserved");
        database.insert("stock", Map.of("sku", "A", "reserved", 10));
        for (int id = 1; id <= 2; id++) {
            database.insert("orders", Map.of("id", id, "status", 0, "due_at", NOW.minusSeconds(60)));
            database.insert("items", Map.of("item", id, "order_id", id, "sku", "A", "quantity", id));
        }
        return store.open(Rules.due().inventory(INVENTORY).build());
    }

    private void freshShop(Isolation isolation) {
        database = new MemoryDatabase(isolation);
        store = MemoryOrderStore.on(database, () -> NOW);
        rule = shop();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "a connection lost at any step, the answer of the commit included: trying again ends in the same state")
    void connectionLostAtAnyStep(Isolation isolation) {
        int step = 0;
        boolean failed;
        do {
            freshShop(isolation);
            failed = closeFailingAt(++step, MemoryDatabaseException.connectionLost());
            closeOverdue();
            assertThat(statuses()).as("step %s", step).containsExactly(4, 4);
            assertThat(reserved()).as("step %s", step).isEqualTo(7);
            assertThat(ledger()).as("step %s", step).isEqualTo(2);
        } while (failed);
        assertThat(step).as("steps of a close").isGreaterThan(8);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a crash at any step frees what the node held: the next node ends in the same state")
    void crashAtAnyStep(Isolation isolation) {
        int step = 0;
        boolean crashed;
        do {
            freshShop(isolation);
            crashed = crashAt(++step);
            closeOverdue();
            assertThat(statuses()).as("step %s", step).containsExactly(4, 4);
            assertThat(reserved()).as("step %s", step).isEqualTo(7);
            assertThat(ledger()).as("step %s", step).isEqualTo(2);
        } while (crashed);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "S8 a payment that commits just before the locking read wins: the order stays paid, nothing is released for it")
    void paymentBeforeTheLock(Isolation isolation) {
        freshShop(isolation);
        List<OrderSnapshot> overdue = overdue();
        database.failAt((step, transaction, table) -> {
            if (step == Step.LOCK) {
                database.failAt(FaultPoint.NONE);
                pay("1");
            }
        });

        CloseResult result = rule.closer().close(batch(overdue));

        assertThat(result.closed()).extracting(closed -> closed.order().id()).containsExactly("2");
        assertThat(result.notClosed()).containsEntry("1", new NotClosed.LostRace(Optional.of("1"), true));
        assertThat(statuses()).containsExactly(1, 4);
        assertThat(reserved()).isEqualTo(8);
    }

    @Test
    @DisplayName("a payment that holds the row makes its order busy, and only that one")
    void paymentHoldsTheRow() {
        try (MemoryTransaction payment = database.begin()) {
            payment.update("orders", row -> row.key().equals("1"), row -> Map.of("status", 1));
            CloseResult result = rule.closer().close(batch(overdue()));
            assertThat(result.closed())
                    .extracting(closed -> closed.order().id())
                    .containsExactly("2");
            assertThat(result.notClosed().get("1")).isInstanceOf(NotClosed.Busy.class);
            payment.commit();
        }
        assertThat(statuses()).containsExactly(1, 4);
    }

    @Test
    @DisplayName("S4 a stale replica offers a paid order; the close reads the primary and leaves it")
    void staleReplica() {
        long lag = database.lastCommit();
        RuleStore stale = store.scanningReplica(() -> lag).open(Rules.due().build());
        pay("1");

        List<OrderSnapshot> candidates = page(stale);

        assertThat(candidates).extracting(OrderSnapshot::id).containsExactly("1", "2");
        assertThat(stale.closer().close(batch(candidates)).closed()).hasSize(1);
        assertThat(statuses()).containsExactly(1, 4);
    }

    @Test
    @DisplayName("a stock row held elsewhere fails the close as locked, and the releaser tells who waits for it")
    void lockedStock() {
        database.insert("orders", Map.of("id", 3, "status", 0, "due_at", NOW.minusSeconds(60)));
        try (MemoryTransaction holder = database.begin()) {
            holder.selectForUpdate("stock", row -> true);
            assertThatExceptionOfType(CloseFailedException.class)
                    .isThrownBy(() -> rule.closer().close(batch(overdue())))
                    .extracting(CloseFailedException::kind)
                    .isEqualTo(FailureKind.LOCKED);
            assertThat(store.transactions()
                            .<Set<String>>inTransaction(transaction -> rule.releasers()
                                    .get(0)
                                    .waitingForLocks(overdue(), new ReleaseContext("unpaid", NOW, transaction))))
                    .containsExactlyInAnyOrder("1", "2");
        }
        assertThat(statuses()).containsExactly(0, 0, 0);
    }

    @Test
    @DisplayName("what was closed is told even where the others cannot be looked at afterwards")
    void classificationFails() {
        pay("1");
        List<OrderSnapshot> both = List.of(find("1"), find("2"));
        AtomicInteger begun = new AtomicInteger();
        database.failAt((step, transaction, table) -> {
            if (step == Step.BEGIN && begun.incrementAndGet() == 2) {
                throw MemoryDatabaseException.connectionLost();
            }
        });

        CloseResult result = rule.closer().close(batch(both));

        assertThat(result.closed()).hasSize(1);
        assertThat(result.notClosed().get("1")).isInstanceOf(NotClosed.Busy.class);
    }

    /** Closes what is overdue, failing once at a step; where the outcome is unknown the ledger and the rows must agree. */
    private boolean closeFailingAt(int step, MemoryDatabaseException failure) {
        CloseBatch batch = batch(overdue());
        failOnceAt(step, () -> {
            throw failure;
        });
        try {
            CloseResult result = rule.closer().close(batch);
            assertThat(result.closed()).hasSize(2);
            return false;
        } catch (CloseFailedException e) {
            boolean took = statuses().equals(List.of(4, 4));
            if (took) {
                assertThat(e.kind()).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
            }
            assertThat(rule.closer().closedBy(batch)).hasSize(took ? 2 : 0);
            return true;
        } finally {
            database.failAt(FaultPoint.NONE);
        }
    }

    private boolean crashAt(int step) {
        CloseBatch batch = batch(overdue());
        failOnceAt(step, () -> {
            throw new Crash();
        });
        try {
            rule.closer().close(batch);
            return false;
        } catch (Crash e) {
            return true;
        } finally {
            database.failAt(FaultPoint.NONE);
        }
    }

    private void failOnceAt(int wanted, Runnable failure) {
        AtomicInteger steps = new AtomicInteger();
        database.failAt((step, transaction, table) -> {
            if (steps.incrementAndGet() == wanted) {
                failure.run();
            }
        });
    }

    private void closeOverdue() {
        List<OrderSnapshot> overdue = overdue();
        if (!overdue.isEmpty()) {
            rule.closer().close(batch(overdue));
        }
    }

    private List<OrderSnapshot> overdue() {
        return page(rule);
    }

    private static List<OrderSnapshot> page(RuleStore rule) {
        return rule.scanner()
                .nextPage(new ScanRequest(rule.scanner().arms().get(0), NOW, Optional.empty(), Optional.empty(), 10))
                .orders();
    }

    private OrderSnapshot find(String id) {
        return rule.scanner().find(id, NOW).get(0).order();
    }

    private CloseBatch batch(List<OrderSnapshot> orders) {
        return new CloseBatch(
                UUID.randomUUID().toString(),
                orders,
                NOW,
                CloseCause.timeout("unpaid"),
                List.of("inventory"),
                (closed, transaction) -> rule.releasers()
                        .forEach(releaser ->
                                releaser.releaseAll(closed, new ReleaseContext("unpaid", NOW, transaction))));
    }

    private void pay(String id) {
        int paid = database.inTransaction(payment -> payment.update(
                "orders", row -> row.key().equals(id) && row.text("status").equals("0"), row -> Map.of("status", 1)));
        assertThat(paid).isEqualTo(1);
    }

    private List<Object> statuses() {
        return database.rows("orders").stream()
                .map(row -> row.columns().get("status"))
                .toList();
    }

    private Object reserved() {
        return database.row("stock", "A").orElseThrow().get("reserved");
    }

    private int ledger() {
        return database.rows("order_timeout_release").size();
    }

    /** The process is gone: nothing of it may catch this. */
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }
}

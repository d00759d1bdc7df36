package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What every {@link InventoryReleaser} promises that gives back in the closing transaction. That nothing is released twice is
 * the engine's promise, by the ledger; a releaser's is that its work stands or falls with the transaction it is handed.
 */
public abstract class InventoryReleaserContract {
    /** The releaser under test. */
    protected abstract InventoryReleaser releaser();

    /** The transactions that closes run in. */
    protected abstract Transactions transactions();

    /** A closed order that holds so many units; a new one on every call. */
    protected abstract ClosedOrder holding(int units);

    /** How many units have been given back in committed transactions, over all orders. */
    protected abstract long givenBack();

    @Test
    @DisplayName("gives back what the order holds, once its transaction commits")
    void givesBack() {
        release(List.of(holding(3)));
        assertThat(givenBack()).isEqualTo(3);
    }

    @Test
    @DisplayName("a close that is rolled back has given nothing back; the next one gives back everything")
    void fallsWithTheTransaction() {
        ClosedOrder order = holding(3);
        assertThatThrownBy(() -> transactions().inTransaction(transaction -> {
                    releaser()
                            .releaseAll(
                                    List.of(order), new ReleaseContext(order.rule(), order.closedAt(), transaction));
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(givenBack()).isZero();
        release(List.of(order));
        assertThat(givenBack()).isEqualTo(3);
    }

    @Test
    @DisplayName("an order that holds nothing is no failure")
    void nothingHeld() {
        release(List.of(holding(0)));
        release(List.of());
        assertThat(givenBack()).isZero();
    }

    @Test
    @DisplayName("all of a batch at once is the same as one by one")
    void batch() {
        release(List.of(holding(1), holding(0), holding(2), holding(4)));
        assertThat(givenBack()).isEqualTo(7);
        ClosedOrder order = holding(8);
        transactions().inTransaction(transaction -> {
            releaser().release(order, new ReleaseContext(order.rule(), order.closedAt(), transaction));
            return true;
        });
        assertThat(givenBack()).isEqualTo(15);
    }

    @Test
    @DisplayName("several threads release different orders at the same time")
    void severalThreads() {
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            List<ClosedOrder> orders = List.of(holding(1), holding(2));
            threads.add(CompletableFuture.runAsync(() -> release(orders)));
        }
        threads.forEach(thread -> thread.orTimeout(20, TimeUnit.SECONDS).join());
        assertThat(givenBack()).isEqualTo(9);
    }

    @Test
    @DisplayName("while nobody holds a lock, no order waits for one")
    void waitsForNobody() {
        ClosedOrder order = holding(3);
        Set<String> waiting = transactions()
                .inTransaction(transaction -> releaser()
                        .waitingForLocks(
                                List.of(order.order()),
                                new ReleaseContext(order.rule(), order.closedAt(), transaction)));
        assertThat(waiting).isEmpty();
        assertThat(givenBack()).isZero();
    }

    @Test
    @DisplayName("its type is a word that every ledger takes, and stays the same")
    void type() {
        assertThat(releaser().releaseType())
                .matches("[a-z0-9_-]{1,64}")
                .isNotEqualTo("none")
                .isEqualTo(releaser().releaseType());
    }

    private void release(List<ClosedOrder> orders) {
        transactions().inTransaction(transaction -> {
            ReleaseContext context = orders.isEmpty()
                    ? new ReleaseContext("unpaid", Instant.EPOCH, transaction)
                    : new ReleaseContext(orders.get(0).rule(), orders.get(0).closedAt(), transaction);
            releaser().releaseAll(orders, context);
            return true;
        });
    }
}

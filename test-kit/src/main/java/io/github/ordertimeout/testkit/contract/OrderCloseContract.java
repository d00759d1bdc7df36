package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.store.RuleStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every store's closer does; a store inherits it and {@link OrderScanContract} and brings a {@link StoreShop}. */
public abstract class OrderCloseContract extends CloseRaces {

    @Test
    @DisplayName("two workers on disjoint pages each close their full page at the same time")
    void disjointPages() throws Exception {
        for (int id = 1; id <= 40; id++) {
            order(id, HOUR);
        }
        RuleStore rule = open(quarterHour());
        List<OrderSnapshot> all = scan(rule, NOW, Optional.empty(), 100);
        CloseCause cause = CloseCause.timeout("unpaid");
        AtomicInteger second = new AtomicInteger();
        CloseBatch first = batch(all.subList(0, 20), cause, NOW, (closed, transaction) -> {
            CloseBatch other = batch(all.subList(20, 40), cause, NOW, InClosingTransaction.NOTHING);
            second.set(elsewhere(() -> rule.closer().close(other).closed().size())
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join());
        });
        assertThat(rule.closer().close(first).closed()).hasSize(20);
        assertThat(second).hasValue(20);
    }

    @Test
    @DisplayName("E4 four closers of the same orders at the same moment close each of them once")
    void sameOrders() {
        for (int id = 1; id <= 10; id++) {
            order(id, HOUR);
        }
        RuleStore rule = open(quarterHour());
        List<OrderSnapshot> all = scan(rule, NOW, Optional.empty(), 100);
        List<CompletableFuture<List<String>>> closers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            closers.add(elsewhere(() -> closedOrWaitedInVain(rule, all)));
        }
        List<String> closed = new ArrayList<>();
        closers.forEach(
                closer -> closed.addAll(closer.orTimeout(20, TimeUnit.SECONDS).join()));
        assertThat(closed).doesNotHaveDuplicates();
        closed.addAll(closedIds(close(rule, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)));
        assertThat(closed).hasSize(10).doesNotHaveDuplicates();
        assertThat(all)
                .allSatisfy(order ->
                        assertThat(shop.ledgerRows("orders", order.id())).isEqualTo(1));
    }

    private static List<String> closedOrWaitedInVain(RuleStore rule, List<OrderSnapshot> orders) {
        try {
            return closedIds(rule.closer()
                    .close(batch(orders, CloseCause.timeout("unpaid"), NOW, InClosingTransaction.NOTHING)));
        } catch (CloseFailedException e) {
            assertThat(e.kind()).isIn(FailureKind.LOCKED, FailureKind.CONTENTION);
            return List.of();
        }
    }

    @Test
    @SuppressWarnings("try")
    @DisplayName("an order that somebody holds locked is busy; the others close without waiting for it")
    protected void lockedRow() throws Exception {
        order(1, HOUR);
        order(2, HOUR);
        RuleStore rule = open(quarterHour());
        CloseBatch batch = batch(rule, 1, 2);
        try (AutoCloseable held = shop.lock("orders", "1")) {
            CloseResult result = rule.closer().close(batch);
            assertThat(closedIds(result)).containsExactly("2");
            assertThat(result.notClosed().get("1")).isInstanceOf(NotClosed.Busy.class);
        }
        assertThat(close(rule, 1).closed()).hasSize(1);
    }

    /** For stores that cannot skip locked rows: the batch waits, within its limit, and fails as a whole. */
    @SuppressWarnings("try")
    protected final void assertLockedRowFailsItsBatch() throws Exception {
        order(1, HOUR);
        order(2, HOUR);
        RuleStore rule = open(quarterHour());
        CloseBatch batch = batch(rule, 1, 2);
        try (AutoCloseable held = shop.lock("orders", "1")) {
            assertThatThrownBy(() -> rule.closer().close(batch))
                    .isInstanceOfSatisfying(
                            CloseFailedException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(FailureKind.LOCKED));
        }
        assertThat(close(rule, 1, 2).closed()).hasSize(2);
    }
}

package io.github.ordertimeout.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every store's closer does; a store inherits it and {@link OrderScanContract} and brings a {@link StoreShop}. */
public abstract class OrderCloseContract extends StoreSteps {

    @Test
    @DisplayName("closes what is overdue, writes one ledger row per type and tells the row as it was")
    void closes() {
        order(1, HOUR);
        RuleStore rule = open(quarterHour());
        CloseResult result = close(rule, 1);
        assertThat(result.notClosed()).isEmpty();
        assertThat(result.closed()).singleElement().satisfies(closed -> {
            assertThat(closed.order().status()).isEqualTo("0");
            assertThat(closed.closeNumber()).isEqualTo(1);
            assertThat(closed.closedAt()).isEqualTo(NOW);
            assertThat(closed.rule()).isEqualTo("unpaid");
        });
        assertThat(status(1)).isEqualTo("4");
        assertThat(ledgerRows(1)).isEqualTo(1);
    }

    @Test
    @DisplayName("promise 1: what is not overdue is not closed, though it was asked for")
    void neverClosesEarly() {
        order(1, Duration.ofMinutes(15).minus(MICRO));
        order(2, Duration.ofMinutes(15));
        CloseResult result = close(open(quarterHour()), 1, 2);
        assertThat(closedIds(result)).containsExactly("2");
        assertThat(result.notClosed()).containsEntry("1", new NotClosed.LostRace(Optional.of("0"), true));
        assertThat(status(1)).isEqualTo("0");
    }

    @Test
    @DisplayName("an extended deadline between reading and closing keeps the order open")
    void extended() {
        order(1, HOUR, "due_at", NOW.minusSeconds(1));
        RuleStore rule = open(Rules.due());
        CloseBatch batch = batch(rule, 1);
        shop.change("orders", "1", "due_at", NOW.plus(HOUR));
        assertThat(rule.closer().close(batch).closed()).isEmpty();
        assertThat(ledgerRows(1)).isZero();
    }

    @Test
    @DisplayName("S4 S8 S18 a payment between reading and closing keeps its order open, and only that")
    void paidMeanwhile() {
        order(1, HOUR);
        order(2, HOUR);
        order(3, HOUR);
        RuleStore rule = open(quarterHour());
        CloseBatch batch = batch(rule, 1, 2, 3);
        shop.change("orders", "2", "status", 1);
        CloseResult result = rule.closer().close(batch);
        assertThat(closedIds(result)).containsExactly("1", "3");
        assertThat(result.notClosed()).containsEntry("2", new NotClosed.LostRace(Optional.of("1"), true));
        assertThat(status(2)).isEqualTo("1");
        assertThat(ledgerRows(2)).isZero();
    }

    @Test
    @DisplayName("C1 the shop cancels to the same closed status meanwhile: a lost race, no ledger row")
    void cancelledMeanwhile() {
        order(1, HOUR);
        RuleStore rule = open(quarterHour());
        CloseBatch batch = batch(rule, 1);
        shop.change("orders", "1", "status", 4);
        CloseResult result = rule.closer().close(batch);
        assertThat(result.closed()).isEmpty();
        assertThat(result.notClosed()).containsEntry("1", new NotClosed.LostRace(Optional.of("4"), true));
        assertThat(ledgerRows(1)).isZero();
    }

    @Test
    @DisplayName("a status that means nothing to the rule is no expected race; neither is a row that is gone")
    void unexpected() {
        order(1, HOUR);
        order(2, HOUR);
        RuleStore rule = open(quarterHour());
        CloseBatch batch = batch(rule, 1, 2);
        shop.change("orders", "1", "status", 9);
        shop.delete("orders", "2");
        assertThat(rule.closer().close(batch).notClosed())
                .containsEntry("1", new NotClosed.LostRace(Optional.of("9"), false))
                .containsEntry("2", new NotClosed.LostRace(Optional.empty(), false));
    }

    @Test
    @DisplayName("a change in a where column meanwhile keeps the order open")
    void whereChanges() {
        order(1, HOUR, "kind", 0);
        RuleStore rule = open(quarterHour().where("kind", "0"));
        CloseBatch batch = batch(rule, 1);
        shop.change("orders", "1", "kind", 1);
        assertThat(rule.closer().close(batch).notClosed())
                .containsEntry("1", new NotClosed.LostRace(Optional.of("0"), true));
        assertThat(status(1)).isEqualTo("0");
    }

    @Test
    @DisplayName("B1 a sign of payment that comes meanwhile keeps the order open: inconsistent")
    void evidenceAppears() {
        order(1, HOUR);
        RuleStore rule = open(quarterHour().evidence("pay_time", new Condition.NotNull()));
        CloseBatch batch = batch(rule, 1);
        shop.change("orders", "1", "pay_time", NOW);
        assertThat(rule.closer().close(batch).notClosed()).containsEntry("1", new NotClosed.Inconsistent());
        assertThat(status(1)).isEqualTo("0");
    }

    @Test
    @DisplayName("ids that differ in case are closed one by one")
    void caseOfIds() {
        textOrder("abC1", HOUR);
        textOrder("ABc1", HOUR);
        RuleStore rule = open(quarterHour().table("text_orders"));
        CloseResult result = rule.closer()
                .close(batch(
                        List.of(snapshot(rule, "ABc1")),
                        CloseCause.timeout("unpaid"),
                        NOW,
                        InClosingTransaction.NOTHING));
        assertThat(closedIds(result)).containsExactly("ABc1");
        assertThat(shop.status("text_orders", "abC1")).contains("0");
        assertThat(shop.ledgerRows("text_orders", "abC1")).isZero();
        assertThat(shop.ledgerRows("text_orders", "ABc1")).isEqualTo(1);
    }

    @Test
    @DisplayName("C2 a re-opened order draws close number 2, its third close within a day is left to a person")
    void closeNumbers() {
        order(1, HOUR);
        RuleStore rule = open(quarterHour());
        assertThat(close(rule, 1).closed()).extracting(ClosedOrder::closeNumber).containsExactly(1L);
        shop.change("orders", "1", "status", 0);
        assertThat(close(rule, 1).closed()).extracting(ClosedOrder::closeNumber).containsExactly(2L);
        shop.change("orders", "1", "status", 0);
        assertThat(close(rule, 1).notClosed()).containsEntry("1", new NotClosed.Reclosing());
        assertThat(status(1)).isEqualTo("0");
        Instant later = NOW.plus(Duration.ofHours(25));
        CloseBatch batch =
                batch(List.of(snapshot(rule, "1")), CloseCause.timeout("unpaid"), later, InClosingTransaction.NOTHING);
        assertThat(rule.closer().close(batch).closed())
                .extracting(ClosedOrder::closeNumber)
                .containsExactly(3L);
        assertThat(ledgerRows(1)).isEqualTo(3);
    }

    @Test
    @DisplayName("the batch's work sees the closed orders; what it throws rolls everything back")
    void workRollsBack() {
        order(1, HOUR);
        RuleStore rule = open(quarterHour());
        AtomicReference<List<String>> seen = new AtomicReference<>();
        CloseBatch batch =
                batch(List.of(snapshot(rule, "1")), CloseCause.timeout("unpaid"), NOW, (closed, transaction) -> {
                    seen.set(closed.stream().map(order -> order.order().id()).toList());
                    throw new IllegalStateException("no stock");
                });
        assertThatThrownBy(() -> rule.closer().close(batch))
                .isInstanceOf(CloseFailedException.class)
                .hasMessageContaining("no stock");
        assertThat(seen.get()).containsExactly("1");
        assertThat(status(1)).isEqualTo("0");
        assertThat(ledgerRows(1)).isZero();
        assertThat(rule.closer().closedBy(batch)).isEmpty();
        assertThat(close(rule, 1).closed()).hasSize(1);
    }

    @Test
    @DisplayName("the ledger tells by token what a transaction closed")
    void token() {
        order(1, HOUR);
        order(2, HOUR, "status", 1);
        RuleStore rule = open(quarterHour());
        CloseBatch batch = batch(rule, 1, 2);
        rule.closer().close(batch);
        assertThat(rule.closer().closedBy(batch)).singleElement().satisfies(closed -> {
            assertThat(closed.order().id()).isEqualTo("1");
            assertThat(closed.closeNumber()).isEqualTo(1);
            assertThat(closed.closedAt()).isEqualTo(NOW);
        });
        assertThat(rule.closer().closedBy(batch.withOrders(batch.orders()))).isEmpty();
    }

    @Test
    @DisplayName("two workers on disjoint pages each close their full page at the same time")
    void disjointPages() throws Exception {
        for (int id = 1; id <= 40; id++) {
            order(id, HOUR);
        }
        RuleStore rule = open(quarterHour());
        List<OrderSnapshot> all = scan(rule, NOW, Optional.empty(), 100);
        CloseCause cause = CloseCause.timeout("unpaid");
        AtomicReference<CloseResult> second = new AtomicReference<>();
        CloseBatch first = batch(
                all.subList(0, 20),
                cause,
                NOW,
                (closed, transaction) -> second.set(elsewhere(() -> rule.closer()
                                .close(batch(all.subList(20, 40), cause, NOW, InClosingTransaction.NOTHING)))
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join()));
        assertThat(rule.closer().close(first).closed()).hasSize(20);
        assertThat(second.get().closed()).hasSize(20);
    }

    @Test
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

    @Test
    @DisplayName("a person's cancel ignores the due time, and nothing else")
    void cancel() {
        order(1, Duration.ZERO, "kind", 0);
        order(2, Duration.ZERO, "kind", 1);
        order(3, Duration.ZERO, "status", 1);
        RuleStore rule = open(quarterHour().where("kind", "0"));
        CloseResult result = rule.closer()
                .close(batch(
                        batch(rule, 1, 2, 3).orders(),
                        CloseCause.cancel("unpaid", "changed my mind", "ann"),
                        NOW,
                        InClosingTransaction.NOTHING));
        assertThat(closedIds(result)).containsExactly("1");
        assertThat(result.notClosed()).containsOnlyKeys("2", "3");
    }

    @Test
    @DisplayName("on-close sets its columns: literals, now, null and one more than before")
    void onClose() {
        order(1, HOUR, "kind", 7);
        RuleStore rule = open(quarterHour()
                .onClose("kind", new SetValue.Increment())
                .onClose("pay_time", new SetValue.Now())
                .onClose("number", new SetValue.Literal("closed"))
                .columns("kind", "pay_time"));
        close(rule, 1);
        OrderSnapshot after = rule.scanner().find("1", NOW).get(0).order();
        assertThat(after.number()).contains("closed");
        assertThat(String.valueOf(after.columns().get("kind"))).isEqualTo("8");
        assertThat(after.columns().get("pay_time")).isNotNull();
    }

    @Test
    @DisplayName("a rule whose close leaves its row open is refused; one whose on-close moves it out of where is not")
    void guard() {
        assertThatThrownBy(() -> open(quarterHour().closed(""))).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> open(quarterHour().closed("0"))).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> open(quarterHour().closed("1"))).isInstanceOf(ConfigurationException.class);
        order(1, HOUR, "kind", 0);
        RuleStore rule = open(quarterHour().closed("").where("kind", "0").onClose("kind", new SetValue.Literal("1")));
        assertThat(close(rule, 1).closed()).hasSize(1);
        assertThat(close(rule, 1).closed()).isEmpty();
        assertThat(ledgerRows(1)).isEqualTo(1);
    }
}

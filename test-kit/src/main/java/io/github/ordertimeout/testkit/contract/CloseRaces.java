package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.store.RuleStore;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What changes between reading and closing keeps an order open. */
abstract class CloseRaces extends CloseWrites {

    @Test
    @DisplayName("an extended deadline between reading and closing keeps the order open")
    void extended() {
        order(1, HOUR, "due_at", NOW.minusSeconds(1));
        RuleStore rule = open(due());
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
        RuleStore rule = open(quarterHour().with("where.kind", "0"));
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
        RuleStore rule = open(quarterHour().with("paid-evidence.pay_time", "not null"));
        CloseBatch batch = batch(rule, 1);
        shop.change("orders", "1", "pay_time", NOW);
        assertThat(rule.closer().close(batch).notClosed()).containsEntry("1", new NotClosed.Inconsistent());
        assertThat(status(1)).isEqualTo("0");
    }
}

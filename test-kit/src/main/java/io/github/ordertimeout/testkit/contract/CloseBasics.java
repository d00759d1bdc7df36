package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.store.RuleStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a close does to an order, and what it leaves alone. */
abstract class CloseBasics extends CloseSteps {

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
    @DisplayName("ids that differ in case are closed one by one")
    void caseOfIds() {
        textOrder("abC1", HOUR);
        textOrder("ABc1", HOUR);
        RuleStore rule = open(quarterHour().with("table", "text_orders"));
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
    @DisplayName("a person's cancel ignores the due time, and nothing else")
    void cancel() {
        order(1, Duration.ZERO, "kind", 0);
        order(2, Duration.ZERO, "kind", 1);
        order(3, Duration.ZERO, "status", 1);
        RuleStore rule = open(quarterHour().with("where.kind", "0"));
        CloseResult result = rule.closer()
                .close(batch(
                        batch(rule, 1, 2, 3).orders(),
                        CloseCause.cancel("unpaid", "changed my mind", "ann"),
                        NOW,
                        InClosingTransaction.NOTHING));
        assertThat(closedIds(result)).containsExactly("1");
        assertThat(result.notClosed()).containsOnlyKeys("2", "3");
    }
}

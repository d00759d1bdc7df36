package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.store.RuleStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a close writes beside the status, and what undoes it. */
abstract class CloseWrites extends CloseBasics {

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
    @DisplayName("on-close sets its columns: literals, now, null and one more than before")
    void onClose() {
        order(1, HOUR, "kind", 7);
        RuleStore rule = open(quarterHour()
                .with("on-close.kind", "increment")
                .with("on-close.pay_time", ":now")
                .with("on-close.number", "closed")
                .with("columns", "kind, pay_time"));
        close(rule, 1);
        OrderSnapshot after = rule.scanner().find("1", NOW).get(0).order();
        assertThat(after.number()).contains("closed");
        assertThat(String.valueOf(after.columns().get("kind"))).isEqualTo("8");
        assertThat(after.columns().get("pay_time")).isNotNull();
    }

    @Test
    @DisplayName("a rule whose close leaves its row open is refused; one whose on-close moves it out of where is not")
    void guard() {
        assertThatThrownBy(() -> open(quarterHour().with("closed-status", "")))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> open(quarterHour().with("closed-status", "00")))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> open(quarterHour().with("closed-status", "01")))
                .isInstanceOf(ConfigurationException.class);
        order(1, HOUR, "kind", 0);
        RuleStore rule = open(
                quarterHour().with("closed-status", "").with("where.kind", "0").with("on-close.kind", "1"));
        assertThat(close(rule, 1).closed()).hasSize(1);
        assertThat(close(rule, 1).closed()).isEmpty();
        assertThat(ledgerRows(1)).isEqualTo(1);
    }
}

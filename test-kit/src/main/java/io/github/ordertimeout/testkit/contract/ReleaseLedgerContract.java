package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.store.RuleStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every {@link ReleaseLedger} promises of the rows that closes write. Inherited by the test of each implementation. */
public abstract class ReleaseLedgerContract extends StoreSteps {
    private OrderKey key;

    private ReleaseLedger ledger() {
        return shop.store().releases();
    }

    /** One order, closed by the rule; its stock is back, and it owes something to {@code north}. */
    @BeforeEach
    final void closeOne() {
        order(1, HOUR);
        RuleStore rule = open(quarterHour());
        List<OrderSnapshot> orders = scan(rule, NOW, Optional.empty(), 10);
        key = orders.get(0).key();
        CloseBatch batch = new CloseBatch(
                UUID.randomUUID().toString(),
                orders,
                NOW,
                CloseCause.timeout("unpaid"),
                List.of("inventory", "north"),
                Set.of("north"),
                InClosingTransaction.NOTHING);
        assertThat(rule.closer().close(batch).closed()).hasSize(1);
    }

    private boolean done(long number, String type) {
        return shop.store().inShortTransaction(transaction -> ledger().done(key, number, type, NOW, transaction));
    }

    @Test
    @DisplayName("a row tells rule, moment and the status before; what is owed is not done until that is noted, once")
    void done() {
        assertThat(ledger().find(key, 1, "north")).hasValueSatisfying(entry -> {
            assertThat(entry.rule()).isEqualTo("unpaid");
            assertThat(entry.closedAt()).isEqualTo(NOW);
            assertThat(entry.oldStatus()).isEqualTo("0");
            assertThat(entry.done()).isFalse();
        });
        assertThat(ledger().find(key, 1, "inventory"))
                .hasValueSatisfying(entry -> assertThat(entry.done()).isTrue());
        assertThat(ledger().find(key, 2, "north")).isEmpty();
        assertThat(done(1, "north")).isTrue();
        assertThat(done(1, "north")).isFalse();
        assertThat(done(2, "north")).isFalse();
        assertThat(ledger().find(key, 1, "north"))
                .hasValueSatisfying(entry -> assertThat(entry.done()).isTrue());
    }

    @Test
    @DisplayName("many rows are noted as done at once, of other types and numbers none")
    void allDone() {
        shop.store().inShortTransaction(transaction -> {
            ledger().allDone(
                            List.of(
                                    new ReleaseLedger.Row(key, 1, "north"),
                                    new ReleaseLedger.Row(key, 2, "north"),
                                    new ReleaseLedger.Row(new OrderKey(key.source(), "2"), 1, "north")),
                            NOW,
                            transaction);
            return true;
        });
        assertThat(ledger().of(key))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line.done()).isTrue());
    }

    @Test
    @DisplayName("everything that was written about an order, by number and type, and nothing about others")
    void of() {
        assertThat(ledger().of(key)).hasSize(2).allSatisfy(line -> {
            assertThat(line.closeNumber()).isEqualTo(1);
            assertThat(line.rule()).isEqualTo("unpaid");
            assertThat(line.actor()).isEqualTo("engine");
            assertThat(line.closedAt()).isEqualTo(NOW);
        });
        assertThat(ledger().of(key)).extracting(ReleaseLedger.Line::type).containsExactly("inventory", "north");
        assertThat(ledger().of(key)).extracting(ReleaseLedger.Line::done).containsExactly(true, false);
        assertThat(ledger().of(new OrderKey(key.source(), "2"))).isEmpty();
        assertThat(ledger().of(new OrderKey("elsewhere", key.id()))).isEmpty();
    }
}

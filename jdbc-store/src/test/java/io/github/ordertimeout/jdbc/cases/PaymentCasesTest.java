package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What happens to an order between the scan and the close, and orders that must never be taken for unpaid. */
@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class PaymentCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    @Test
    @DisplayName("B1 a pending order whose payment date is set is inconsistent: counted, never closed")
    void b1() {
        shop.order(1, HOUR, "paid_at = " + Shop.at(shop.now)).order(2, HOUR);
        RuleReport report = shop.run(RULE, "paid-evidence: {paid_at: not null}");
        assertThat(shop.statuses()).containsExactly("0", "4");
        assertThat(report.inconsistent()).isEqualTo(1);
        assertThat(report.skipped()).isEqualTo(1);
    }

    @Test
    @DisplayName("B1 evidence that comes between scan and close stops the close")
    void b1Meanwhile() {
        shop.order(1, HOUR).stock("A", 2, 0).item(1, 1, "A", 2);
        RuleReport report = shop.run(shop.engine(RULE, INVENTORY, "paid-evidence: {paid_at: not null}")
                .policy(Meanwhile.of(() -> shop.change(1, "paid_at = " + Shop.at(shop.now))))
                .build());
        assertThat(shop.statuses()).containsExactly("0");
        assertThat(shop.stock("A")).containsExactly(2L, 0L);
        assertThat(report.inconsistent()).isEqualTo(1);
    }

    @Test
    @DisplayName("B24 an order with nothing left to pay is never selected")
    void b24() {
        shop.order(1, HOUR, "amount_due = 0").order(2, HOUR);
        RuleReport report = shop.run(RULE, "where: {amount_due: '> 0'}");
        assertThat(shop.statuses()).containsExactly("0", "4");
        assertThat(report.scanned()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B25 only orders that await payment are selected: not refunded, partly refunded, authorized or paid ones")
    void b25() {
        List<String> states = List.of("awaiting", "refunded", "partially_refunded", "authorized", "paid");
        for (int i = 0; i < states.size(); i++) {
            shop.order(i + 1, HOUR, "payment_state = '" + states.get(i) + "'");
        }
        RuleReport report = shop.run(RULE, "where: {payment_state: awaiting}", "on-close: {payment_state: cancelled}");
        assertThat(shop.statuses()).containsExactly("4", "0", "0", "0", "0");
        assertThat(report.scanned()).isEqualTo(1);
    }

    @Test
    @DisplayName("S4 an order paid after the read is not overwritten: no row changes, nothing is released")
    void s4() {
        shop.order(1, HOUR).stock("A", 2, 0).item(1, 1, "A", 2);
        RuleReport report = shop.run(shop.engine(RULE, INVENTORY)
                .policy(Meanwhile.of(() -> shop.change(1, "status = 1")))
                .build());
        assertThat(shop.statuses()).containsExactly("1");
        assertThat(shop.stock("A")).containsExactly(2L, 0L);
        assertThat(shop.ledgerRows()).isZero();
        assertThat(report.lostRace()).isEqualTo(1);
        assertThat(shop.events(EngineEvent.LostRace.class))
                .singleElement()
                .satisfies(lost -> assertThat(lost.expected()).isTrue());
    }

    @Test
    @DisplayName("S8 a payment between select and update survives in a batch of many")
    void s8() {
        shop.stock("A", 50, 0).orders(1, 50, HOUR, java.util.Optional.of("A"));
        shop.run(shop.engine(RULE, INVENTORY)
                .policy(Meanwhile.of(() -> shop.change(7, "status = 1")))
                .build());
        assertThat(shop.status(7)).isEqualTo(1);
        assertThat(shop.stock("A")).containsExactly(1L, 49L);
    }

    @Test
    @DisplayName("S18 three selected, one paid meanwhile: two releases, not three")
    void s18() {
        shop.stock("A", 3, 0).orders(1, 3, HOUR, java.util.Optional.of("A"));
        RuleReport report = shop.run(shop.engine(RULE, INVENTORY)
                .policy(Meanwhile.of(() -> shop.change(2, "status = 1")))
                .build());
        assertThat(report.closed()).isEqualTo(2);
        assertThat(shop.stock("A")).containsExactly(1L, 2L);
        assertThat(shop.ledgerRows()).isEqualTo(2);
        assertThat(shop.events(EngineEvent.OrderClosed.class)).hasSize(2);
    }

    @Test
    @DisplayName(
            "C1 the host cancels to the same closed status between scan and close: it gave the stock back, the engine does not")
    void hostCancelsToTheSameStatus() {
        shop.order(1, HOUR).order(2, HOUR).stock("A", 2, 0).item(1, 1, "A", 1).item(2, 2, "A", 1);
        RuleReport report = shop.run(shop.engine(RULE, INVENTORY)
                .policy(Meanwhile.of(() -> {
                    shop.change(1, "status = 4");
                    db.execute("update shop_stock set reserved = reserved - 1, available = available + 1");
                }))
                .build());
        assertThat(report.closed()).isEqualTo(1);
        assertThat(report.lostRace()).isEqualTo(1);
        assertThat(shop.stock("A")).containsExactly(0L, 2L);
        assertThat(db.column("select order_id from order_timeout_release")).containsExactly("2");
    }

    @Test
    @DisplayName("a payment that lands in a where column between scan and close keeps the order open")
    void paymentInAWhereColumn() {
        shop.order(1, HOUR);
        RuleReport report =
                shop.run(shop.engine(RULE, "where: {payment_state: awaiting}", "on-close: {payment_state: cancelled}")
                        .policy(Meanwhile.of(() -> shop.change(1, "payment_state = 'paid'")))
                        .build());
        assertThat(shop.statuses()).containsExactly("0");
        assertThat(report.lostRace()).isEqualTo(1);
    }

    @Test
    @DisplayName("a status that is neither open, paid nor closed after a lost race is told as unexpected")
    void unexpectedStatus() {
        shop.order(1, HOUR);
        shop.run(shop.engine(RULE)
                .policy(Meanwhile.of(() -> shop.change(1, "status = 77")))
                .build());
        assertThat(shop.events(EngineEvent.LostRace.class)).singleElement().satisfies(lost -> {
            assertThat(lost.expected()).isFalse();
            assertThat(lost.status()).contains("77");
        });
    }
}

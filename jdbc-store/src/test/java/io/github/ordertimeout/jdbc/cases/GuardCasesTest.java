package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.Confirmation.Result;
import io.github.ordertimeout.payment.PaymentWindow;
import io.github.ordertimeout.payment.PaymentWindow.State;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Payments that come in: in time, too late, twice, too little, for nobody. */
@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class GuardCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final BigDecimal TEN = BigDecimal.TEN;

    @Parameter
    TestDatabase db;

    private final RefundDesk desk = new RefundDesk();
    private Shop shop;
    private OrderTimeoutEngine engine;
    private PaymentGuard guard;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        engine = shop.engine(RULE, "amount-column: amount_due", "on-paid: {paid_at: ':now', kind: ':reason'}")
                .refundIssuer(desk)
                .build();
        guard = engine.guard();
    }

    @Test
    @DisplayName("a payment in time sets the order to paid, by id or by number; its repeat changes nothing")
    void inTime() {
        shop.order(1, FRESH).order(2, FRESH);
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.PAID);
        assertThat(guard.confirm("N2", "tx2").result()).isEqualTo(Result.PAID);
        assertThat(shop.statuses()).containsExactly("1", "1");
        assertThat(db.column("select kind from shop_order order by id")).containsExactly("tx1", "tx2");
        assertThat(db.number("select count(*) from shop_order where paid_at = " + Shop.at(shop.now)))
                .isEqualTo(2);
        shop.pass(HOUR);
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
        assertThat(shop.run(engine).closed()).isZero();
        assertThat(desk.refunded()).isEmpty();
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName("B6 two identical callbacks for a closed order lead to one refund and one row of history")
    void b6() {
        shop.order(1, HOUR);
        shop.run(engine);
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.REFUND_OWED);
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
        shop.run(engine);
        shop.run(engine);
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
        shop.run(engine);
        assertThat(desk.refunded()).containsExactly("1 tx1");
        assertThat(db.column("select standing from order_timeout_payment")).containsExactly("REFUNDED");
        assertThat(shop.compensationRows()).isZero();
        assertThat(shop.status(1)).isEqualTo(4);
    }

    @Test
    @DisplayName("B8 two threads deliver the same late callback: one refund")
    void b8() throws Exception {
        shop.order(1, HOUR);
        shop.run(engine);
        assertThat(together(() -> guard.confirm("1", "tx1", TEN), () -> guard.confirm("1", "tx1", TEN)))
                .extracting(Confirmation::result)
                .containsExactlyInAnyOrder(Result.REFUND_OWED, Result.REPEATED);
        shop.run(engine);
        assertThat(desk.refunded()).containsExactly("1 tx1");
    }

    @Test
    @DisplayName("B28 an order paid with tx1 and again with tx2: one refund for tx2, none for tx1")
    void b28() {
        shop.order(1, FRESH);
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.PAID);
        assertThat(guard.confirm("1", "tx2", TEN).result()).isEqualTo(Result.REFUND_OWED);
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
        shop.run(engine);
        assertThat(desk.refunded()).containsExactly("1 tx2");
        assertThat(shop.status(1)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "E6 S11 a callback for a closed order never answers \"paid\": the late policy runs, the order stays closed")
    void e6() {
        shop.order(1, HOUR).order(2, HOUR);
        shop.run(engine);
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.REFUND_OWED);
        assertThat(guard.confirm("2", "tx2").result()).isEqualTo(Result.REFUND_OWED);
        assertThat(shop.statuses()).containsExactly("4", "4");
        shop.run(engine);
        assertThat(desk.refunded()).containsExactlyInAnyOrder("1 tx1", "2 tx2");
    }

    @Test
    @DisplayName(
            "S11 a callback for a closed order finds it, by number as well: the late policy runs, the money goes back")
    void s11() {
        shop.order(1, HOUR);
        shop.run(engine);
        assertThat(guard.confirm("N1", "tx1", TEN).result()).isEqualTo(Result.REFUND_OWED);
        assertThat(db.column("select standing from order_timeout_payment")).containsExactly("REFUND_OWED");
        shop.run(engine);
        assertThat(desk.refunded()).containsExactly("1 tx1");
    }

    @Test
    @DisplayName("S11 with late-payment: manual a person decides, and nothing is refunded")
    void manual() {
        shop.order(1, HOUR);
        OrderTimeoutEngine manual =
                shop.engine(RULE, "late-payment: manual").refundIssuer(desk).build();
        shop.run(manual);
        assertThat(manual.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.MANUAL);
        shop.run(manual);
        assertThat(manual.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
        assertThat(desk.refunded()).isEmpty();
        assertThat(db.column("select type from order_timeout_compensation where kind = 'MANUAL'"))
                .containsExactly("tx1");
    }

    @Test
    @DisplayName("S14 a closed order with the same payment is no repeat: the late policy runs")
    void s14() {
        shop.order(1, FRESH);
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.PAID);
        shop.change(1, "status = 4");
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.REFUND_OWED);
        shop.run(engine);
        assertThat(desk.refunded()).containsExactly("1 tx1");
    }

    @Test
    @DisplayName("B22 60 % paid: listed with the amounts, never closed; the rest completes it")
    void b22() {
        shop.order(1, FRESH);
        assertThat(guard.confirm("1", "tx1", new BigDecimal("6.00")).result()).isEqualTo(Result.UNDERPAID);
        assertThat(guard.confirm("1", "tx1", new BigDecimal("6.00")).result()).isEqualTo(Result.REPEATED);
        shop.pass(HOUR);
        RuleReport report = shop.run(engine);
        assertThat(report.closed()).isZero();
        assertThat(report.stuck()).isEqualTo(1);
        assertThat(db.column("select reason from order_timeout_compensation where kind = 'STUCK'"))
                .singleElement()
                .asString()
                .startsWith("6.00 of 10.00 paid");
        shop.db.execute("delete from order_timeout_compensation");
        assertThat(shop.run(engine).inconsistent()).isEqualTo(1);
        assertThat(shop.status(1)).isZero();
        assertThat(guard.confirm("1", "tx2", new BigDecimal("4")).result()).isEqualTo(Result.PAID);
        assertThat(guard.confirm("1", "tx1", new BigDecimal("6.00")).result()).isEqualTo(Result.REPEATED);
        assertThat(shop.status(1)).isEqualTo(1);
    }

    @Test
    @DisplayName("B22 a partial payment that a person gives back holds its order open no longer")
    void partialGivenBack() {
        shop.order(1, HOUR);
        guard.confirm("1", "tx1", BigDecimal.ONE);
        assertThat(shop.run(engine).closed()).isZero();
        assertThat(guard.refund("1", "tx1", "the buyer gave up")).isTrue();
        assertThat(guard.refund("1", "tx1", "the buyer gave up")).isFalse();
        shop.pass(HOUR);
        shop.run(engine);
        assertThat(shop.status(1)).isEqualTo(4);
        assertThat(desk.refunded()).containsExactly("1 tx1");
    }

    @Test
    @DisplayName("B22 a partly paid order that somebody closes by hand: the part is given back")
    void partlyPaidAndClosed() {
        shop.order(1, HOUR);
        guard.confirm("1", "tx1", BigDecimal.ONE);
        shop.run(engine);
        shop.change(1, "status = 4");
        shop.pass(HOUR);
        shop.run(engine);
        shop.run(engine);
        assertThat(desk.refunded()).containsExactly("1 tx1");
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName("B22 too much money pays the order and is listed for a person")
    void overpaid() {
        shop.order(1, FRESH);
        assertThat(guard.confirm("1", "tx1", new BigDecimal("12.50")).result()).isEqualTo(Result.PAID);
        assertThat(db.column("select reason from order_timeout_compensation where kind = 'MANUAL'"))
                .containsExactly("paid 12.50 of 10.00: too much");
    }

    @Test
    @DisplayName("an unknown order is a row for a person, never silence; once it is there its payment is taken")
    void unknownOrder() {
        assertThat(guard.confirm("77", "tx1", TEN).result()).isEqualTo(Result.UNKNOWN_ORDER);
        assertThat(guard.confirm("77", "tx1", TEN).result()).isEqualTo(Result.UNKNOWN_ORDER);
        assertThat(guard.confirm("no-such-number", "tx2").result()).isEqualTo(Result.UNKNOWN_ORDER);
        assertThat(db.column("select order_id from order_timeout_compensation where kind = 'MANUAL' order by 1"))
                .containsExactly("77", "no-such-number");
        shop.order(77, FRESH);
        assertThat(guard.confirm("77", "tx1", TEN).result()).isEqualTo(Result.PAID);
    }

    @Test
    @DisplayName("check says until when an order may be paid, and closes it where that is over")
    void check() {
        shop.order(1, FRESH).order(2, HOUR).order(3, FRESH, "status = 1").order(4, HOUR, "status = 4");
        PaymentWindow window = guard.begin("1");
        assertThat(window.mayBePaid()).isTrue();
        assertThat(window.payBefore()).contains(shop.now.plus(Duration.ofMinutes(25)));
        assertThat(guard.check("2").state()).isEqualTo(State.CLOSED);
        assertThat(shop.status(2)).isEqualTo(4);
        assertThat(guard.check("3").state()).isEqualTo(State.PAID);
        assertThat(guard.check("4").state()).isEqualTo(State.CLOSED);
        assertThat(guard.check("5").state()).isEqualTo(State.UNKNOWN_ORDER);
        assertThat(shop.ledgerRows()).isEqualTo(1);
    }

    @Test
    @DisplayName("check of a dry-run rule says expired and changes nothing")
    void dryRun() {
        shop.order(1, HOUR);
        PaymentWindow window =
                shop.engine(RULE, "close: {mode: dry-run}").build().guard().check("1");
        assertThat(window.state()).isEqualTo(State.EXPIRED);
        assertThat(window.payBefore()).isEqualTo(Optional.empty());
        assertThat(shop.status(1)).isZero();
        assertThat(shop.ledgerRows()).isZero();
    }

    @Test
    @DisplayName("inside the host's transaction the answer goes the way of that transaction")
    void hostTransaction() throws SQLException {
        shop.order(1, FRESH).order(2, HOUR);
        shop.run(engine);
        try (Connection host = db.dataSource().getConnection()) {
            host.setAutoCommit(false);
            PaymentGuard joined = guard.in(JdbcOrderStore.transactionOn(host));
            assertThat(joined.confirm("1", "tx1", TEN).result()).isEqualTo(Result.PAID);
            assertThat(joined.confirm("2", "tx2", TEN).result()).isEqualTo(Result.REFUND_OWED);
            host.rollback();
            assertThat(shop.status(1)).isZero();
            assertThat(db.number("select count(*) from order_timeout_payment")).isZero();
            assertThat(joined.confirm("1", "tx1", TEN).result()).isEqualTo(Result.PAID);
            assertThat(joined.confirm("2", "tx2", TEN).result()).isEqualTo(Result.REFUND_OWED);
            host.commit();
            host.setAutoCommit(true);
            assertThatThrownBy(() -> JdbcOrderStore.transactionOn(host))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("auto-commit is on");
        }
        shop.run(engine);
        assertThat(shop.status(1)).isEqualTo(1);
        assertThat(desk.refunded()).containsExactly("2 tx2");
    }

    @Test
    @DisplayName("a stale save that opens a paid order again does not let it close, and its callback pays it once more")
    void staleSave() {
        shop.order(1, FRESH);
        guard.confirm("1", "tx1", TEN);
        shop.change(1, "status = 0");
        shop.pass(HOUR);
        RuleReport report = shop.run(engine);
        assertThat(report.closed()).isZero();
        assertThat(report.inconsistent()).isEqualTo(1);
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
        assertThat(shop.status(1)).isEqualTo(1);
    }

    @Test
    @DisplayName("paid may be another column: it is recognised, set, and an open order that shows it never closes")
    void paidWhen() {
        OrderTimeoutEngine other = shop.engine(
                        RULE.replace("paid-status: 1\n", ""),
                        "paid-when: {payment_state: [paid, captured], paid_at: not null}",
                        "on-paid: {paid_at: ':now'}")
                .refundIssuer(desk)
                .build();
        shop.order(1, HOUR, "payment_state = 'captured', paid_at = " + Shop.at(shop.now))
                .order(2, HOUR, "payment_state = 'captured'")
                .order(3, FRESH);
        RuleReport report = shop.run(other);
        assertThat(report.inconsistent()).isEqualTo(1);
        assertThat(shop.statuses()).containsExactly("0", "4", "0");
        assertThat(other.guard().confirm("3", "tx1").result()).isEqualTo(Result.PAID);
        assertThat(other.guard().confirm("3", "tx1").result()).isEqualTo(Result.REPEATED);
        assertThat(other.guard().confirm("3", "tx2").result()).isEqualTo(Result.REFUND_OWED);
        assertThat(db.column("select payment_state from shop_order where id = 3"))
                .containsExactly("paid");
        shop.pass(HOUR);
        assertThat(shop.run(other).closed()).isZero();
    }

    @Test
    @DisplayName("where a flag marks the close, a payment for a flagged order that the ledger knows is a late one")
    void closedByFlag() {
        OrderTimeoutEngine flagged = shop.engine(
                        RULE.replace("closed-status: 4\n", ""), "where: {deleted: 0}", "on-close: {deleted: 1}")
                .refundIssuer(desk)
                .build();
        shop.order(1, HOUR).order(2, FRESH, "deleted = 1");
        shop.run(flagged);
        assertThat(flagged.guard().confirm("1", "tx1").result()).isEqualTo(Result.REFUND_OWED);
        assertThat(flagged.guard().confirm("2", "tx2").result()).isEqualTo(Result.PAID);
        shop.run(flagged);
        assertThat(desk.refunded()).containsExactly("1 tx1");
    }

    @SafeVarargs
    private static List<Confirmation> together(Callable<Confirmation>... calls) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(calls.length);
        try {
            return threads.invokeAll(List.of(calls)).stream()
                    .map(future -> {
                        try {
                            return future.get();
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    })
                    .toList();
        } finally {
            threads.shutdownNow();
        }
    }
}

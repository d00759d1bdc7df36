package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.Confirmation.Result;
import io.github.ordertimeout.payment.PaymentWindow;
import io.github.ordertimeout.testkit.ScriptedGateway;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Payments that meet orders in states, and tables in shapes, that nobody thinks of first. */
@EachDatabase
class HardPaymentsTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final Duration LATER = Duration.ofMinutes(11);
    private static final BigDecimal TEN = BigDecimal.TEN;
    private static final BigDecimal SIX = new BigDecimal("6");

    @Parameter
    TestDatabase db;

    private final ScriptedGateway gateway = new ScriptedGateway();
    private final RefundDesk desk = new RefundDesk();
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    private OrderTimeoutEngine engine(String... further) {
        return shop.engine(RULE, "amount-column: amount_due", String.join("\n", further))
                .paymentGateway(gateway)
                .refundIssuer(desk)
                .build();
    }

    private List<String> rows() {
        return db.column("select kind from order_timeout_compensation order by kind, type");
    }

    @Test
    @DisplayName("a refunded payment is told again while its order is in a foreign status: a repeat, no second refund")
    void refundedAndForeign() {
        shop.order(1, HOUR);
        OrderTimeoutEngine engine = engine("payment: {recheck: 0s}");
        shop.run(engine);
        engine.guard().confirm("1", "tx1", TEN);
        shop.run(engine);
        assertThat(desk.refunded()).containsExactly("1 tx1");
        shop.change(1, "status = 9");
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
        assertThat(engine.guard().refund("1", "tx1", "by hand")).isFalse();
        shop.run(engine);
        assertThat(desk.repeated()).isZero();
        assertThat(rows()).isEmpty();
    }

    @Test
    @DisplayName(
            "the payment that paid an order is told again when the order has gone on to a foreign status: a repeat")
    void paidAndForeign() {
        shop.order(1, FRESH);
        OrderTimeoutEngine engine = engine();
        engine.guard().confirm("1", "tx1", TEN);
        shop.change(1, "status = 9");
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
        assertThat(rows()).isEmpty();
    }

    @Test
    @DisplayName("money that came in unseen after a close is found and given back though the rule has another name now")
    void renamedRule() {
        shop.order(1, HOUR);
        shop.run(engine());
        assertThat(rows()).containsExactly("RECHECK");
        gateway.forOrder("1", PaymentAnswer.paid("tx1", TEN));
        shop.pass(LATER);
        runRenamed();
        assertThat(desk.refunded()).containsExactly("1 tx1");
        assertThat(rows()).isEmpty();
    }

    @Test
    @DisplayName("a part of an order that somebody closes is given back though the rule has another name now")
    void renamedRuleAndPartlyPaid() {
        shop.order(1, HOUR);
        engine().guard().confirm("1", "tx1", SIX);
        shop.change(1, "status = 4");
        shop.pass(LATER);
        runRenamed();
        assertThat(desk.refunded()).containsExactly("1 tx1");
        assertThat(rows()).isEmpty();
    }

    private void runRenamed() {
        OrderTimeoutEngine renamed = shop.engine(db.dataSource(), Shop.settings(Map.of("renamed", RULE)))
                .paymentGateway(gateway)
                .refundIssuer(desk)
                .build();
        renamed.runOnce();
        renamed.runOnce();
    }

    @Test
    @DisplayName("two rules tell their orders apart by status alone: a payment goes by the rule that knows the status")
    void rulesByStatus() {
        OrderTimeoutEngine engine = shop.engine(
                        db.dataSource(),
                        Shop.settings(Map.of(
                                "a",
                                RULE,
                                "b",
                                RULE.replace("open-status: 0", "open-status: 10")
                                        .replace("paid-status: 1", "paid-status: 11"))))
                .build();
        shop.order(1, FRESH).order(2, FRESH, "status = 10");
        assertThat(engine.guard().confirm("1", "tx1").result()).isEqualTo(Result.PAID);
        assertThat(engine.guard().confirm("2", "tx2").result()).isEqualTo(Result.PAID);
        assertThat(shop.statuses()).containsExactly("1", "11");
    }

    @Test
    @DisplayName("a number that can be read as another order's id, as 12E1 or 007, means the order of that number")
    void numberLikeAnId() {
        shop.order(120, FRESH)
                .order(7, FRESH)
                .order(1, FRESH, "order_no = '12E1'")
                .order(2, FRESH, "order_no = '007'");
        PaymentGuard guard = engine().guard();
        assertThat(guard.confirm("12E1", "tx1", TEN).key().id()).isEqualTo("1");
        assertThat(guard.confirm("007", "tx2", TEN).key().id()).isEqualTo("2");
        assertThat(shop.statuses()).containsExactly("1", "1", "0", "0");
    }

    @Test
    @DisplayName("a group of 0 or nothing is no group: each such order is asked about by itself")
    void noGroup() {
        db.execute("alter table shop_order add parent_id bigint default 0 not null");
        shop.order(1, HOUR).order(2, HOUR);
        gateway.forOrder("2", PaymentAnswer.paid("tx2", TEN));
        shop.run(engine("payment-group-column: parent_id"));
        assertThat(shop.statuses()).containsExactly("4", "0");
    }

    @Test
    @DisplayName("the close of an order has failed, then it turns out to be paid: the hook is told")
    void failedThenPaid() {
        shop.order(1, HOUR);
        List<String> told = new ArrayList<>();
        OrderTimeoutEngine engine = shop.engine(
                        RULE,
                        "inventory: {item-table: shop_item, item-order-column: order_id, stock-table: shop_stock, stock-keys: {sku: sku}, reserved-column: reserved, missing: fail}")
                .paymentGateway(gateway)
                .foundPaymentHook((payment, guard) -> told.add(payment.idempotencyKey()))
                .build();
        shop.item(1, 1, "gone", 1);
        shop.run(engine);
        assertThat(rows()).containsExactly("CLOSE");
        gateway.forOrder("1", PaymentAnswer.paid("tx1", TEN));
        shop.pass(LATER);
        shop.run(engine);
        shop.run(engine);
        assertThat(told).hasSize(1);
        assertThat(rows()).containsExactly("STUCK");
    }

    @Test
    @DisplayName("a stuck order that a policy holds back for a while stays listed and alerts once")
    void stuckAndHeldBack() {
        AtomicBoolean night = new AtomicBoolean();
        shop.order(1, Duration.ofHours(2));
        gateway.usually(PaymentState.IN_PROGRESS);
        OrderTimeoutEngine engine = shop.engine(RULE)
                .paymentGateway(gateway)
                .policy((order, context) -> night.get() ? Verdict.skip("night") : Verdict.close())
                .build();
        shop.run(engine);
        night.set(true);
        shop.pass(LATER);
        shop.run(engine);
        night.set(false);
        shop.pass(LATER);
        shop.run(engine);
        shop.run(engine);
        assertThat(shop.events(EngineEvent.OrderStuck.class)).hasSize(1);
        assertThat(rows()).containsExactly("STUCK");
    }

    @Test
    @DisplayName("a partly paid order that somebody moves to a foreign status is listed for a person")
    void partlyPaidAndForeign() {
        shop.order(1, HOUR);
        OrderTimeoutEngine engine = engine();
        engine.guard().confirm("1", "tx1", SIX);
        shop.change(1, "status = 9");
        shop.pass(LATER);
        shop.run(engine);
        shop.run(engine);
        assertThat(rows()).containsExactly("MANUAL");
    }

    @Test
    @DisplayName("a partly paid order that somebody deletes is listed for a person")
    void partlyPaidAndGone() {
        shop.order(1, HOUR);
        OrderTimeoutEngine engine = engine();
        engine.guard().confirm("1", "tx1", SIX);
        db.execute("delete from shop_order where id = 1");
        shop.pass(LATER);
        shop.run(engine);
        shop.run(engine);
        assertThat(rows()).containsExactly("MANUAL");
    }

    @Test
    @DisplayName(
            "a partly paid order that a where leaves out stays listed; closed by hand then, the part is given back")
    void partlyPaidAndLeftOut() {
        shop.order(1, HOUR);
        OrderTimeoutEngine engine = engine("where: {deleted: 0}");
        engine.guard().confirm("1", "tx1", SIX);
        shop.change(1, "deleted = 1");
        shop.pass(LATER);
        shop.run(engine);
        shop.change(1, "status = 4");
        shop.pass(LATER);
        shop.run(engine);
        shop.run(engine);
        assertThat(desk.refunded()).containsExactly("1 tx1");
    }

    @Test
    @DisplayName("a found payment that nobody confirmed is listed when somebody closes its order")
    void foundAndClosed() {
        shop.order(1, HOUR);
        gateway.forOrder("1", PaymentAnswer.paid("tx1", TEN));
        OrderTimeoutEngine engine = engine();
        shop.run(engine);
        shop.change(1, "status = 4");
        shop.pass(LATER);
        shop.run(engine);
        shop.run(engine);
        assertThat(rows()).containsExactly("MANUAL");
        assertThat(desk.refunded()).isEmpty();
    }

    @Test
    @DisplayName("a found payment without a name is listed when somebody closes its order")
    void foundWithoutNameAndClosed() {
        shop.order(1, HOUR);
        gateway.forOrder("1", PaymentState.PAID);
        OrderTimeoutEngine engine = engine();
        shop.run(engine);
        shop.change(1, "status = 4");
        shop.pass(LATER);
        shop.run(engine);
        shop.run(engine);
        assertThat(rows()).containsExactly("MANUAL");
    }

    @Test
    @DisplayName("a late payment of a rule that says nothing of paid orders is refunded, and holds no other look up")
    void noPaidStatus() {
        shop.order(1, HOUR).order(2, HOUR);
        OrderTimeoutEngine engine = shop.engine(RULE.replace("paid-status: 1\n", ""))
                .paymentGateway(gateway)
                .refundIssuer(desk)
                .build();
        shop.run(engine);
        gateway.forOrder("1", PaymentAnswer.paid("tx1", TEN)).forOrder("2", PaymentAnswer.paid("tx2", TEN));
        shop.pass(LATER);
        shop.run(engine);
        shop.run(engine);
        assertThat(desk.refunded()).containsExactlyInAnyOrder("1 tx1", "2 tx2");
        assertThat(rows()).isEmpty();
    }

    @Test
    @DisplayName("an amount in a binary fraction is paid by the amount that people see")
    void floatingAmount() {
        db.execute("alter table shop_order add total double precision");
        shop.order(1, FRESH, "total = 0.1e0 + 0.2e0").order(2, FRESH, "total = 19.99");
        PaymentGuard guard = shop.engine(RULE, "amount-column: total").build().guard();
        assertThat(guard.confirm("1", "tx1", new BigDecimal("0.30")).result()).isEqualTo(Result.PAID);
        assertThat(guard.confirm("2", "tx2", new BigDecimal("19.98")).result()).isEqualTo(Result.UNDERPAID);
        assertThat(guard.confirm("2", "tx3", new BigDecimal("0.01")).result()).isEqualTo(Result.PAID);
        assertThat(rows()).doesNotContain("MANUAL");
    }

    @Test
    @DisplayName("an on-paid that contradicts paid-when is refused at start: each payment would find the order unpaid")
    void contradiction() {
        assertThatThrownBy(() -> shop.engine(
                                RULE.replace("paid-status: 1\n", ""),
                                "paid-when: {payment_state: paid, paid_at: not null}",
                                "on-paid: {payment_state: done, paid_at: ':null'}")
                        .build())
                .hasMessageContaining("on-paid.payment_state")
                .hasMessageContaining("on-paid.paid_at");
    }

    @Test
    @DisplayName("what a person must look at holds its order open: it closes once that payment is given back")
    void manualHolds() {
        shop.order(1, FRESH, "status = 9");
        OrderTimeoutEngine engine = engine();
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.MANUAL);
        shop.change(1, "status = 0");
        shop.pass(HOUR);
        assertThat(shop.run(engine).closed()).isZero();
        assertThat(engine.guard().refund("1", "tx1", "by hand")).isTrue();
        shop.pass(LATER);
        assertThat(shop.run(engine).closed()).isEqualTo(1);
    }

    @Test
    @DisplayName("a payment that came before its order was there holds the order open, and pays it when told again")
    void beforeItsOrder() {
        OrderTimeoutEngine engine = engine();
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.UNKNOWN_ORDER);
        shop.order(1, HOUR);
        assertThat(shop.run(engine).closed()).isZero();
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.PAID);
    }

    @Test
    @DisplayName("where pins half of a composite key: nobody sees or pays the row of another tenant")
    void otherTenant() {
        db.execute(
                "create table tenant_order (tenant int not null, id bigint not null, order_no varchar(40),"
                        + " status int not null, created_at timestamp null, primary key (tenant, id))",
                "insert into tenant_order values (1, 7, 'N7', 0, '2026-03-01 08:00:00'), (1, 8, 'N8', 1, '2026-03-01 08:00:00'),"
                        + " (2, 8, 'M8', 0, '2026-03-01 08:00:00')");
        OrderTimeoutEngine engine = shop.engine(RULE.replace("shop_order", "tenant_order"), "where: {tenant: 2}")
                .paymentGateway(gateway)
                .refundIssuer(desk)
                .build();
        PaymentGuard guard = engine.guard();
        assertThat(guard.confirm("7", "tx7", TEN).result()).isEqualTo(Result.UNKNOWN_ORDER);
        assertThat(guard.confirm("N7", "tx8", TEN).result()).isEqualTo(Result.UNKNOWN_ORDER);
        assertThat(guard.check("7").state()).isEqualTo(PaymentWindow.State.UNKNOWN_ORDER);
        assertThat(guard.check("8").state()).isEqualTo(PaymentWindow.State.CLOSED);
        assertThat(db.column("select status from tenant_order order by tenant, id"))
                .containsExactly("0", "1", "4");
        assertThat(guard.confirm("8", "tx9", TEN).result()).isEqualTo(Result.REFUND_OWED);
        gateway.forOrder("8", PaymentAnswer.paid("tx10", TEN));
        shop.pass(LATER);
        shop.run(engine);
        shop.run(engine);
        assertThat(desk.refunded()).containsExactlyInAnyOrder("8 tx9", "8 tx10");
    }

    @Test
    @DisplayName("a batch gateway that answers null for one order: that one is unknown, the others close")
    void nullInBatch() {
        shop.orders(1, 5, HOUR, Optional.empty());
        PaymentGateway batching = new PaymentGateway() {
            @Override
            public PaymentAnswer query(OrderSnapshot order) {
                return PaymentAnswer.notPaid();
            }

            @Override
            public int batchSize() {
                return 10;
            }

            @Override
            public Map<String, PaymentAnswer> queryAll(List<OrderSnapshot> orders) {
                Map<String, PaymentAnswer> answers = new HashMap<>(PaymentGateway.super.queryAll(orders));
                answers.put("3", null);
                return answers;
            }
        };
        RuleReport report = shop.run(shop.engine(RULE).paymentGateway(batching).build());
        assertThat(report.error()).isEmpty();
        assertThat(shop.statuses()).containsExactly("4", "4", "0", "4", "4");
    }
}

package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.FoundPaymentHook;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.Confirmation.Result;
import io.github.ordertimeout.testkit.ScriptedGateway;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What the payment side says, and what becomes of the order. */
@EachDatabase
class ProviderCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration FORTY = Duration.ofMinutes(40);

    @Parameter
    TestDatabase db;

    private final ScriptedGateway gateway = new ScriptedGateway();
    private final RefundDesk desk = new RefundDesk();
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    private OrderTimeoutEngine engine() {
        return shop.engine(RULE, "amount-column: amount_due")
                .paymentGateway(gateway)
                .refundIssuer(desk)
                .build();
    }

    @Test
    @DisplayName(
            "B2 paid at the provider, notification lost: not closed, and the hook is told once over nodes and restarts")
    void b2() {
        shop.order(1, HOUR);
        gateway.forOrder("1", PaymentAnswer.paid("tx1", BigDecimal.TEN));
        List<String> told = new ArrayList<>();
        for (int restart = 0; restart < 3; restart++) {
            OrderTimeoutEngine node = shop.engine(RULE, "amount-column: amount_due")
                    .paymentGateway(gateway)
                    .foundPaymentHook((payment, guard) -> told.add(payment.idempotencyKey()))
                    .build();
            RuleReport report = shop.run(node);
            assertThat(report.closed()).isZero();
            assertThat(report.deferred()).isEqualTo(1);
            shop.pass(Duration.ofMinutes(11));
        }
        assertThat(told).hasSize(1).first().asString().endsWith("/1/tx1");
        assertThat(shop.status(1)).isZero();
        assertThat(shop.events)
                .filteredOn(EngineEvent.PaymentFound.class::isInstance)
                .hasSize(1);
    }

    @Test
    @DisplayName("B2 a hook that confirms makes the order paid, and its row ends by itself")
    void b2Confirming() {
        shop.order(1, HOUR);
        gateway.forOrder("1", PaymentAnswer.paid("tx1", BigDecimal.TEN));
        OrderTimeoutEngine engine = shop.engine(RULE)
                .paymentGateway(gateway)
                .foundPaymentHook(FoundPaymentHook.confirming())
                .build();
        shop.run(engine);
        assertThat(shop.status(1)).isEqualTo(1);
        shop.pass(Duration.ofMinutes(11));
        shop.run(engine);
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName("B4 what a policy holds back stays open though nothing was paid, and nobody is asked")
    void b4() {
        shop.order(1, HOUR);
        shop.run(shop.engine(RULE)
                .paymentGateway(gateway.cancelling(CancelAnswer.cancelled()))
                .policy((order, context) -> Verdict.skip("made-by-hand"))
                .build());
        assertThat(shop.status(1)).isZero();
        assertThat(gateway.asked()).isEmpty();
        assertThat(gateway.cancelled()).isEmpty();
    }

    @Test
    @DisplayName("B13 attempt A expired, attempt B paid: kept")
    void b13() {
        shop.order(1, HOUR);
        gateway.forOrder(
                "1",
                PaymentAnswer.ofAttempts(List.of(PaymentAttempt.ended("A"), PaymentAttempt.paid("B", BigDecimal.TEN))));
        assertThat(shop.run(engine()).closed()).isZero();
        assertThat(shop.status(1)).isZero();
    }

    @Test
    @DisplayName("B16 two sessions open: both are closed at the provider before the order closes")
    void b16() {
        shop.order(1, HOUR);
        gateway.cancelling(CancelAnswer.cancelled())
                .forOrder("1", PaymentAnswer.ofAttempts(List.of(PaymentAttempt.open("A"), PaymentAttempt.open("B"))));
        shop.run(engine());
        assertThat(gateway.cancelled()).containsExactlyInAnyOrder("A", "B");
        assertThat(shop.status(1)).isEqualTo(4);
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName(
            "B16 one of two sessions was paid meanwhile: the order stays open, and the other one is reported cancelled")
    void b16Paid() {
        shop.order(1, HOUR);
        gateway.cancelling(CancelAnswer.cancelled())
                .cancelling("B", CancelAnswer.alreadyPaid())
                .forOrder("1", PaymentAnswer.ofAttempts(List.of(PaymentAttempt.open("A"), PaymentAttempt.open("B"))));
        RuleReport report = shop.run(engine());
        assertThat(report.reasons()).containsKeys("payment-paid", "payment-cancelled-but-open");
        assertThat(shop.status(1)).isZero();
        assertThat(shop.events).anyMatch(EngineEvent.PaymentCancelledButOpen.class::isInstance);
    }

    @Test
    @DisplayName("B18 the provider says \"already expired\" to the close call: the order closes")
    void b18() {
        shop.order(1, HOUR);
        gateway.cancelling(CancelAnswer.alreadyClosed());
        shop.run(engine());
        assertThat(shop.status(1)).isEqualTo(4);
    }

    @Test
    @DisplayName("B18 a provider that takes no cancel yet, or does not say, holds the order open")
    void tooEarly() {
        shop.order(1, HOUR).order(2, HOUR);
        gateway.cancelling(CancelAnswer.unknown()).cancelling("1", CancelAnswer.tooEarly(shop.now.plusSeconds(300)));
        RuleReport report = shop.run(engine());
        assertThat(report.reasons()).containsKeys("payment-cancel-too-early", "payment-cancel-unknown");
        assertThat(shop.statuses()).containsExactly("0", "0");
    }

    @Test
    @DisplayName("B20 in progress on every check: listed as stuck, once, at the ceiling, and never closed")
    void b20() {
        shop.order(1, FORTY);
        gateway.usually(PaymentState.IN_PROGRESS);
        assertThat(shop.run(engine()).stuck()).isZero();
        shop.pass(Duration.ofMinutes(21));
        for (int restart = 0; restart < 4; restart++) {
            RuleReport report = shop.run(engine());
            assertThat(report.stuck()).isEqualTo(1);
            assertThat(report.deferred()).isEqualTo(1);
            shop.pass(Duration.ofMinutes(11));
        }
        assertThat(shop.status(1)).isZero();
        assertThat(db.column("select kind from order_timeout_compensation")).containsExactly("STUCK");
        assertThat(shop.events)
                .filteredOn(EngineEvent.OrderStuck.class::isInstance)
                .hasSize(1);
        gateway.usually(PaymentState.NOT_PAID);
        shop.run(engine());
        assertThat(shop.status(1)).isEqualTo(4);
    }

    @Test
    @DisplayName("B22 60 % paid at the provider: not closed, listed for a person with the amounts")
    void b22() {
        shop.order(1, HOUR);
        gateway.forOrder("1", PaymentAnswer.partiallyPaid(new BigDecimal("6.00")));
        RuleReport report = shop.run(engine());
        assertThat(report.stuck()).isEqualTo(1);
        assertThat(shop.status(1)).isZero();
        assertThat(db.column("select reason from order_timeout_compensation"))
                .singleElement()
                .asString()
                .contains("6.00 of 10.00 paid");
    }

    @Test
    @DisplayName(
            "what was closed while a payment could still come in is asked about once more, and a late one refunded once")
    void recheck() {
        shop.order(1, HOUR).order(2, HOUR);
        OrderTimeoutEngine engine = engine();
        shop.run(engine);
        assertThat(shop.statuses()).containsExactly("4", "4");
        assertThat(engine.runOnce().compensation().pending()).isZero();
        gateway.forOrder("2", PaymentAnswer.paid("tx2", BigDecimal.TEN));
        shop.pass(Duration.ofMinutes(11));
        shop.run(engine);
        shop.run(engine);
        assertThat(desk.refunded()).containsExactly("2 tx2");
        assertThat(engine.guard().confirm("2", "tx2", BigDecimal.TEN).result()).isEqualTo(Result.REPEATED);
        assertThat(shop.compensationRows()).isZero();
        assertThat(shop.statuses()).containsExactly("4", "4");
    }

    @Test
    @DisplayName(
            "a gateway that takes batches is asked about many orders by one call; one that it leaves out stays open")
    void batches() {
        shop.orders(1, 25, HOUR, Optional.empty());
        List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
        PaymentGateway batching = new PaymentGateway() {
            @Override
            public PaymentAnswer query(OrderSnapshot order) {
                throw new IllegalStateException("asked order by order");
            }

            @Override
            public int batchSize() {
                return 10;
            }

            @Override
            public Map<String, PaymentAnswer> queryAll(List<OrderSnapshot> orders) {
                sizes.add(orders.size());
                Map<String, PaymentAnswer> answers = new HashMap<>();
                orders.forEach(order -> answers.put(order.id(), PaymentAnswer.notPaid()));
                answers.remove("7");
                return answers;
            }
        };
        RuleReport report = shop.run(shop.engine(RULE).paymentGateway(batching).build());
        assertThat(report.closed()).isEqualTo(24);
        assertThat(report.reasons()).containsEntry("payment-unknown", 1L);
        assertThat(sizes).containsExactlyInAnyOrder(10, 10, 5);
        assertThat(shop.status(7)).isZero();
    }

    @Test
    @DisplayName("orders that are paid together are asked about once, and cancelled only where all of them close")
    void groups() {
        shop.order(1, HOUR, "kind = 'G'").order(2, HOUR, "kind = 'G'").order(3, HOUR, "kind = 'H'");
        shop.order(4, Duration.ofMinutes(1), "kind = 'H'").order(5, HOUR);
        gateway.cancelling(CancelAnswer.cancelled());
        shop.run(shop.engine(RULE, "payment-group-column: kind")
                .paymentGateway(gateway)
                .build());
        assertThat(shop.statuses()).containsExactly("4", "4", "4", "0", "4");
        assertThat(gateway.asked()).containsExactlyInAnyOrder("1", "3", "5");
        assertThat(gateway.cancelled()).containsExactlyInAnyOrder("1", "5");
        assertThat(db.column("select order_id from order_timeout_compensation where kind = 'RECHECK'"))
                .containsExactly("3");
    }
}

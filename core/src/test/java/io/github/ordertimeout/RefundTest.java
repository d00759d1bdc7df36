package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.config.PaymentMapping;
import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.memory.FaultPoint;
import io.github.ordertimeout.memory.MemoryDatabaseException;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.settle.RefundAnswer;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.settle.RefundRequest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is owed back is given back, however long that takes; and what came in unseen after a close is found. */
class RefundTest {
    private static final Duration OLD = Duration.ofHours(1);
    private static final Duration A_WHILE = Duration.ofMinutes(90);

    private final MemoryShop shop = new MemoryShop();
    private final Rule rule = Rules.created("50m").build();
    private final List<RefundRequest> asked = Collections.synchronizedList(new ArrayList<>());
    private final AtomicReference<RefundIssuer> provider = new AtomicReference<>(request -> RefundAnswer.refunded());

    @BeforeEach
    void closedOrder() {
        shop.order(1, OLD);
    }

    private EngineBuilder engine() {
        return shop.engine(rule)
                .time(() -> Duration.between(MemoryShop.START, shop.now).toNanos())
                .refundIssuer(request -> {
                    asked.add(request);
                    return provider.get().refund(request);
                });
    }

    private OrderTimeoutEngine owing() {
        OrderTimeoutEngine engine = engine().build();
        engine.runOnce();
        engine.guard().confirm("1", "tx1", BigDecimal.TEN);
        return engine;
    }

    @Test
    @DisplayName("B6 a provider that fails is asked again with the same key, more and more slowly, and never given up")
    void neverGivenUp() {
        provider.set(request -> {
            throw new IllegalStateException("502 from the provider");
        });
        OrderTimeoutEngine engine = owing();
        for (int i = 0; i < 30; i++) {
            engine.runOnce();
            shop.pass(A_WHILE);
        }
        assertThat(asked).hasSize(30);
        assertThat(asked.stream().map(RefundRequest::idempotencyKey).distinct()).hasSize(1);
        CompensationRow row = engine.compensations(0, 1).get(0);
        assertThat(row.state()).isEqualTo(CompensationState.DEAD);
        assertThat(row.what().reason()).contains("after the order was closed (10)", "last attempt");
        assertThat(shop.events(EngineEvent.CompensationDead.class)).hasSize(1);

        provider.set(request -> RefundAnswer.notYet("the merchant account is empty"));
        engine.runOnce();
        assertThat(engine.compensations(0, 1).get(0).what().reason())
                .endsWith("; last attempt: the merchant account is empty")
                .containsOnlyOnce("last attempt");
        shop.pass(A_WHILE);
        provider.set(request -> RefundAnswer.refunded());
        engine.runOnce();
        assertThat(engine.compensations(0, 1)).isEmpty();
        assertThat(shop.events(EngineEvent.PaymentRefunded.class)).hasSize(1);
    }

    @Test
    @DisplayName(
            "a failure of many lines leaves one line of bounded length, however often it comes; the request stays the same")
    void oneLine() {
        provider.set(request -> RefundAnswer.notYet("502\n<html>\r\n; last attempt: " + "x".repeat(5_000) + "\nend"));
        OrderTimeoutEngine engine = engine().build();
        engine.runOnce();
        engine.guard().confirm("1", "tx1", BigDecimal.TEN);
        for (int i = 0; i < 5; i++) {
            engine.runOnce();
            shop.pass(A_WHILE);
        }
        assertThat(asked).hasSize(5);
        assertThat(asked.stream().map(RefundRequest::reason).distinct())
                .containsExactly("paid after the order was closed (10)");
        assertThat(engine.compensations(0, 1).get(0).what().reason())
                .startsWith("paid after the order was closed (10); last attempt: 502 <html> ; last attempt: xxx")
                .doesNotContain("\n")
                .hasSizeLessThan(1_000);
    }

    @Test
    @DisplayName("B8 \"already refunded\" is as good as refunded")
    void alreadyRefunded() {
        provider.set(request -> RefundAnswer.alreadyRefunded());
        OrderTimeoutEngine engine = owing();
        engine.runOnce();
        assertThat(engine.compensations(0, 1)).isEmpty();
        assertThat(shop.events(EngineEvent.PaymentRefunded.class))
                .singleElement()
                .matches(EngineEvent.PaymentRefunded::already);
        assertThat(standing()).isEqualTo(PaymentStanding.REFUNDED);
    }

    @Test
    @DisplayName("a crash between the refund and its note leads to one more call with the same key, no more")
    void crashAfterTheRefund() {
        OrderTimeoutEngine engine = owing();
        AtomicBoolean away = new AtomicBoolean();
        provider.set(request -> {
            away.set(true);
            return RefundAnswer.refunded();
        });
        shop.store.database().failAt((step, transaction, table) -> {
            if (away.get() && step == FaultPoint.Step.WRITE) {
                throw MemoryDatabaseException.connectionLost();
            }
        });
        try {
            engine.runOnce();
        } catch (MemoryDatabaseException e) {
            assertThat(e).hasMessageContaining("lost");
        }
        shop.store.database().failAt(FaultPoint.NONE);
        provider.set(request -> RefundAnswer.alreadyRefunded());
        shop.pass(A_WHILE);
        engine.runOnce();
        engine.runOnce();
        assertThat(asked).hasSize(2);
        assertThat(engine.compensations(0, 1)).isEmpty();
    }

    @Test
    @DisplayName("one payment of several closed orders is given back once, whoever asks for which order and when")
    void group() {
        shop.set(1, "kind", 7);
        shop.order(2, OLD, Map.of("kind", 7));
        shop.order(3, OLD, Map.of("kind", 7));
        shop.order(4, OLD, Map.of("kind", 8));
        OrderTimeoutEngine engine = together();
        engine.runOnce();
        PaymentGuard guard = engine.guard();
        assertThat(guard.confirm("2", "tx1", BigDecimal.TEN).result()).isEqualTo(Confirmation.Result.REFUND_OWED);
        assertThat(guard.confirm("3", "tx1", BigDecimal.TEN).result()).isEqualTo(Confirmation.Result.REFUND_OWED);
        assertThat(kinds(engine)).containsExactly(CompensationKind.REFUND);
        engine.runOnce();
        assertThat(guard.confirm("1", "tx1", BigDecimal.TEN).result()).isEqualTo(Confirmation.Result.REPEATED);
        engine.runOnce();
        assertThat(asked).extracting(RefundRequest::idempotencyKey).containsExactly("orders/1/tx1");
        assertThat(asked).extracting(request -> request.amount().orElseThrow()).containsExactly(BigDecimal.TEN);
        assertThat(shop.store.database().rows("order_timeout_payment"))
                .hasSize(3)
                .allMatch(row -> row.text("standing").equals("REFUNDED"));

        guard.confirm("1", "tx2", BigDecimal.ONE);
        guard.confirm("4", "tx1", BigDecimal.ONE);
        engine.runOnce();
        assertThat(asked).as("another payment, and another group's").hasSize(3);
    }

    private OrderTimeoutEngine together() {
        Rule together = Rules.created("50m")
                .paymentMapping(new PaymentMapping(
                        Map.of(), Map.of(), PaymentMapping.Late.REFUND, Optional.empty(), Optional.of("kind")))
                .build();
        return shop.engine(together)
                .refundIssuer(request -> {
                    asked.add(request);
                    return RefundAnswer.refunded();
                })
                .build();
    }

    @Test
    @DisplayName("a payment that has paid one order of a group is not given back for another one: a person decides")
    void groupPaidInPart() {
        shop.set(1, "kind", 7);
        shop.order(2, Duration.ZERO, Map.of("kind", 7));
        OrderTimeoutEngine engine = together();
        engine.runOnce();
        assertThat(engine.guard().confirm("2", "tx1", BigDecimal.TEN).result()).isEqualTo(Confirmation.Result.PAID);
        assertThat(engine.guard().confirm("1", "tx1", BigDecimal.TEN).result()).isEqualTo(Confirmation.Result.MANUAL);
        engine.runOnce();
        assertThat(asked).isEmpty();
    }

    @Test
    @DisplayName(
            "a payment that is owed back for one order of a group pays no other one; another amount is a person's matter")
    void groupOwedBack() {
        shop.set(1, "kind", 7);
        shop.order(2, Duration.ZERO, Map.of("kind", 7));
        OrderTimeoutEngine engine = together();
        engine.runOnce();
        engine.guard().confirm("1", "tx1", BigDecimal.TEN);
        assertThat(engine.guard().confirm("2", "tx1", BigDecimal.ONE).result())
                .isEqualTo(Confirmation.Result.REFUND_OWED);
        assertThat(shop.status(2)).isEqualTo("0");
        assertThat(kinds(engine)).containsExactly(CompensationKind.REFUND, CompensationKind.MANUAL);
    }

    @Test
    @DisplayName(
            "a payment of a group is told of with another amount for the first order than for the one before: a person decides")
    void groupFirstToldLast() {
        shop.set(1, "kind", 7);
        shop.order(2, OLD, Map.of("kind", 7));
        OrderTimeoutEngine engine = together();
        engine.runOnce();
        engine.guard().confirm("2", "tx1", BigDecimal.ONE);
        engine.guard().confirm("2", "tx1", BigDecimal.ONE);
        assertThat(kinds(engine)).containsExactly(CompensationKind.REFUND);
        engine.guard().confirm("1", "tx1", BigDecimal.TEN);
        assertThat(kinds(engine)).containsExactly(CompensationKind.REFUND, CompensationKind.MANUAL);
        engine.runOnce();
        assertThat(asked).hasSize(1);
    }

    @Test
    @DisplayName("while a refund is under way its row is nobody else's, however long those before it took")
    void slowRefunds() {
        for (int id = 2; id <= 25; id++) {
            shop.order(id, OLD);
        }
        Duration slow = Duration.ofSeconds(10);
        Rule patient = Rules.created("50m")
                .payment(new PaymentSettings(
                        Duration.ofSeconds(20),
                        8,
                        0,
                        Duration.ofSeconds(5),
                        PaymentSettings.CancelFirst.AUTO,
                        Duration.ofMinutes(30),
                        Duration.ofMinutes(10)))
                .build();
        OrderTimeoutEngine engine = shop.engine(patient)
                .time(() -> Duration.between(MemoryShop.START, shop.now).toNanos())
                .refundIssuer(request -> {
                    asked.add(request);
                    shop.pass(slow);
                    assertThat(shop.store.compensations().claimDue(shop.now, Duration.ofMinutes(1), "other", 100))
                            .extracting(row -> row.what().type())
                            .doesNotContain(request.reference());
                    return RefundAnswer.refunded();
                })
                .build();
        engine.runOnce();
        for (int id = 1; id <= 25; id++) {
            engine.guard().confirm(String.valueOf(id), "tx" + id, BigDecimal.TEN);
        }
        engine.runOnce();
        assertThat(asked.stream().map(RefundRequest::idempotencyKey).distinct()).hasSameSizeAs(asked);
        assertThat(shop.events(EngineEvent.PaymentRefunded.class)).hasSize(asked.size());
    }

    @Test
    @DisplayName("without an issuer what is owed waits, counted, and is paid once there is one")
    void noIssuer() {
        OrderTimeoutEngine without = shop.engine(rule).build();
        without.runOnce();
        without.guard().confirm("1", "tx1", BigDecimal.TEN);
        assertThat(without.runOnce().compensation().pending()).isEqualTo(1);
        shop.pass(A_WHILE);
        engine().build().runOnce();
        assertThat(asked).hasSize(1);
    }

    @Test
    @DisplayName("a refund of a rule that was removed runs all the same")
    void removedRule() {
        owing();
        assertThat(asked).isEmpty();
        Rule other = Rules.created("50m").name("other").where("kind", "9").build();
        shop.engine(other)
                .refundIssuer(request -> {
                    asked.add(request);
                    return RefundAnswer.refunded();
                })
                .build()
                .runOnce();
        assertThat(asked).hasSize(1);
    }

    @Test
    @DisplayName("a payment side that is away uses up no attempts")
    void pausedProvider() {
        provider.set(request -> {
            throw new IllegalStateException("502 from the provider");
        });
        for (int id = 2; id <= 10; id++) {
            shop.order(id, OLD);
        }
        OrderTimeoutEngine engine = engine().build();
        engine.runOnce();
        for (int id = 1; id <= 10; id++) {
            engine.guard().confirm(String.valueOf(id), "tx" + id, BigDecimal.TEN);
        }
        engine.runOnce();
        assertThat(asked).as("then it is taken for dead").hasSize(8);
        assertThat(engine.compensations(0, 20))
                .filteredOn(row -> row.attempts() == 0)
                .hasSize(2);
    }

    @Test
    @DisplayName("a payment that came in unseen after the close is found by the look that follows, and refunded once")
    void recheck() {
        AtomicReference<PaymentAnswer> answer = new AtomicReference<>(PaymentAnswer.notPaid());
        OrderTimeoutEngine engine =
                engine().paymentGateway(order -> answer.get()).build();
        engine.runOnce();
        assertThat(kinds(engine)).containsExactly(CompensationKind.RECHECK);
        answer.set(PaymentAnswer.paid("tx9", BigDecimal.TEN));
        shop.pass(Duration.ofMinutes(11));
        engine.runOnce();
        engine.runOnce();
        assertThat(asked).extracting(RefundRequest::reference).containsExactly("tx9");
        assertThat(engine.compensations(0, 9)).isEmpty();
        assertThat(shop.status(1)).isEqualTo("4");
    }

    @Test
    @DisplayName("the provider is asked about a closed order whose row was deleted too: its money is a person's matter")
    void recheckOfADeletedOrder() {
        AtomicReference<PaymentAnswer> answer = new AtomicReference<>(PaymentAnswer.notPaid());
        OrderTimeoutEngine engine =
                engine().paymentGateway(order -> answer.get()).build();
        engine.runOnce();
        shop.store.database().inTransaction(transaction -> transaction.delete("orders", row -> true));
        answer.set(PaymentAnswer.paid("tx9", BigDecimal.TEN));
        shop.pass(Duration.ofMinutes(11));
        engine.runOnce();
        assertThat(kinds(engine)).containsExactly(CompensationKind.MANUAL);
        assertThat(engine.compensations(0, 1).get(0).what().type()).isEqualTo("tx9");
    }

    @Test
    @DisplayName("a stuck order that somebody else closes is looked at again: its payment may come in all the same")
    void stuckAndClosedElsewhere() {
        AtomicReference<PaymentAnswer> answer = new AtomicReference<>(PaymentAnswer.inProgress());
        OrderTimeoutEngine engine =
                engine().paymentGateway(order -> answer.get()).build();
        shop.pass(Duration.ofHours(1));
        engine.runOnce();
        assertThat(kinds(engine)).containsExactly(CompensationKind.STUCK);
        shop.set(1, "status", 4);
        shop.pass(Duration.ofMinutes(11));
        engine.runOnce();
        assertThat(kinds(engine)).containsExactly(CompensationKind.RECHECK);
        answer.set(PaymentAnswer.paid("tx9", BigDecimal.TEN));
        shop.pass(Duration.ofMinutes(11));
        engine.runOnce();
        engine.runOnce();
        assertThat(asked).extracting(RefundRequest::reference).containsExactly("tx9");
        assertThat(engine.compensations(0, 9)).isEmpty();
    }

    @Test
    @DisplayName("while the provider names an open attempt of a closed order it is looked at again, for about a day")
    void openAttempt() {
        AtomicInteger looks = new AtomicInteger();
        OrderTimeoutEngine engine = engine().paymentGateway(order -> {
                    looks.incrementAndGet();
                    return PaymentAnswer.ofAttempts(List.of(PaymentAttempt.open("s1")));
                })
                .build();
        engine.runOnce();
        for (int hour = 0; hour < 72; hour++) {
            shop.pass(Duration.ofHours(1));
            engine.runOnce();
        }
        assertThat(looks).hasValueBetween(8, 12);
        assertThat(engine.compensations(0, 9)).isEmpty();
    }

    @Test
    @DisplayName(
            "a payment after the close that the gateway does not name is a person's matter: no second refund may follow")
    void unnamed() {
        AtomicReference<PaymentState> state = new AtomicReference<>(PaymentState.NOT_PAID);
        OrderTimeoutEngine engine =
                engine().paymentGateway(order -> PaymentAnswer.of(state.get())).build();
        engine.runOnce();
        state.set(PaymentState.PAID);
        shop.pass(Duration.ofMinutes(11));
        engine.runOnce();
        assertThat(kinds(engine)).containsExactly(CompensationKind.MANUAL);
        assertThat(asked).isEmpty();
    }

    @Test
    @DisplayName("where the pending payment was cancelled for certain nobody has to look again")
    void cancelled() {
        PaymentGateway cancelling = new PaymentGateway() {
            @Override
            public PaymentAnswer query(OrderSnapshot order) {
                return PaymentAnswer.notPaid();
            }

            @Override
            public boolean canCancel() {
                return true;
            }

            @Override
            public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
                return CancelAnswer.cancelled();
            }
        };
        OrderTimeoutEngine engine = engine().paymentGateway(cancelling).build();
        engine.runOnce();
        assertThat(shop.status(1)).isEqualTo("4");
        assertThat(engine.compensations(0, 9)).isEmpty();
    }

    @Test
    @DisplayName("B2 a hook that throws is told again with the same key, and once it has taken the payment never more")
    void hook() {
        List<String> told = new ArrayList<>();
        AtomicInteger failures = new AtomicInteger(2);
        OrderTimeoutEngine engine = engine().paymentGateway(order -> PaymentAnswer.paid("tx1", BigDecimal.TEN))
                .foundPaymentHook((payment, guard) -> {
                    told.add(payment.idempotencyKey());
                    if (failures.getAndDecrement() > 0) {
                        throw new IllegalStateException("the shop is busy");
                    }
                })
                .build();
        for (int i = 0; i < 12; i++) {
            engine.runOnce();
            shop.pass(Duration.ofMinutes(30));
        }
        assertThat(told).hasSize(3);
        assertThat(told.stream().distinct()).hasSize(1);
        assertThat(shop.events(EngineEvent.PaymentFound.class)).hasSize(1);
        assertThat(shop.status(1)).isEqualTo("0");
    }

    @Test
    @DisplayName("a hook that is taken for dead is not called for a while, and that uses up no attempts")
    void pausedHook() {
        for (int id = 2; id <= 12; id++) {
            shop.order(id, OLD);
        }
        AtomicInteger told = new AtomicInteger();
        OrderTimeoutEngine engine = engine().paymentGateway(
                        order -> PaymentAnswer.paid("tx" + order.id(), BigDecimal.TEN))
                .foundPaymentHook((payment, guard) -> {
                    told.incrementAndGet();
                    throw new IllegalStateException("the shop is busy");
                })
                .build();
        engine.runOnce();
        assertThat(told).as("then it is taken for dead").hasValue(8);
        assertThat(engine.compensations(0, 20)).hasSize(12);
        assertThat(engine.compensations(0, 20))
                .filteredOn(row -> row.attempts() == 1)
                .hasSize(4);
    }

    private PaymentStanding standing() {
        return PaymentStanding.valueOf(
                shop.store.database().rows("order_timeout_payment").get(0).text("standing"));
    }

    private static List<CompensationKind> kinds(OrderTimeoutEngine engine) {
        return engine.compensations(0, 10).stream()
                .map(row -> row.what().kind())
                .toList();
    }
}

package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class PaymentGatewayTest {
    private static final Duration OLD = Duration.ofHours(1);

    private final MemoryShop shop = new MemoryShop();
    private final Rule rule = Rules.created("50m").build();

    @ParameterizedTest
    @EnumSource(PaymentState.class)
    @DisplayName("B2 only NOT_PAID closes; every other answer defers with a reason of its own")
    void onlyNotPaidCloses(PaymentState state) {
        shop.order(1, OLD);
        RuleReport report = run(shop.engine(rule)
                .paymentGateway(order -> PaymentAnswer.of(state))
                .build());
        assertThat(shop.status(1)).isEqualTo(state == PaymentState.NOT_PAID ? "4" : "0");
        if (state != PaymentState.NOT_PAID) {
            assertThat(report.deferred()).isEqualTo(1);
            assertThat(report.reasons()).containsExactly(Map.entry(state.reason(), 1L));
        }
    }

    @Test
    @DisplayName("a gateway that throws says nothing: the order stays open and nothing is counted against it")
    void throwingGateway() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .paymentGateway(order -> {
                    throw new IllegalStateException("502 from the provider");
                })
                .build();
        assertThat(run(engine).reasons()).containsEntry("payment-unknown", 1L);
        assertThat(engine.compensations(0, 10)).isEmpty();
    }

    @Test
    @DisplayName("a gateway that never answers costs a pass a few timeouts, not one for each order")
    void hangingGateway() {
        LongStream.rangeClosed(1, 1_000).forEach(id -> shop.order(id, OLD));
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        PaymentGateway hanging = order -> {
            calls.incrementAndGet();
            await(never);
            return PaymentAnswer.notPaid();
        };
        OrderTimeoutEngine engine = shop.engine(Rules.created("50m")
                        .payment(new PaymentSettings(
                                Duration.ofMillis(50),
                                4,
                                0,
                                Duration.ofSeconds(5),
                                PaymentSettings.CancelFirst.AUTO,
                                Duration.ofMinutes(30),
                                Duration.ofMinutes(10)))
                        .build())
                .paymentGateway(hanging)
                .build();
        RuleReport report = run(engine);
        assertThat(report.deferred()).isEqualTo(1_000);
        assertThat(report.closed()).isZero();
        assertThat(calls).hasValueLessThan(64);
        never.countDown();
    }

    @Test
    @DisplayName(
            "deferred for longer than max-defer after its time ran out, an order counts as stuck, and is never closed")
    void stuck() {
        shop.order(1, Duration.ofMinutes(60));
        shop.order(2, Duration.ofMinutes(90));
        RuleReport report = run(shop.engine(rule)
                .paymentGateway(order -> PaymentAnswer.of(PaymentState.IN_PROGRESS))
                .build());
        assertThat(report.deferred()).isEqualTo(2);
        assertThat(report.stuck()).isEqualTo(1);
        assertThat(shop.status(2)).isEqualTo("0");
    }

    @Test
    @DisplayName("a rule where paying is not the question does not ask, and a rule's own gateway wins")
    void whichGateway() {
        shop.order(1, OLD);
        Rule unpaid = rule;
        RuleReport report = run(shop.engine(unpaid)
                .paymentGateway(order -> PaymentAnswer.of(PaymentState.NOT_PAID))
                .paymentGateway("unpaid", order -> PaymentAnswer.of(PaymentState.PAID))
                .build());
        assertThat(report.reasons()).containsEntry("payment-paid", 1L);
    }

    @Test
    @DisplayName("closeNow and a person's cancel ask as well: a payment under way is not cancelled over")
    void singleOrders() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .paymentGateway(order -> PaymentAnswer.of(PaymentState.IN_PROGRESS))
                .build();
        assertThat(engine.closeNow("1")).isEqualTo(CloseAnswer.NOT_CLOSED);
        assertThat(engine.cancel("1", "r", "a")).isEqualTo(CloseAnswer.NOT_CLOSED);
        assertThat(shop.status(1)).isEqualTo("0");
    }

    @Test
    @DisplayName("a gateway that answers null says nothing")
    void nullAnswer() {
        shop.order(1, OLD);
        assertThat(run(shop.engine(rule).paymentGateway(order -> null).build()).reasons())
                .containsEntry("payment-unknown", 1L);
    }

    @Test
    @DisplayName("an answer that grew old while a batch was halved closes nothing more")
    void oldAnswers() {
        LongStream.rangeClosed(1, 8).forEach(id -> shop.order(id, OLD));
        AtomicLong nanos = new AtomicLong();
        OrderTimeoutEngine engine = shop.engine(rule)
                .time(nanos::get)
                .paymentGateway(order -> PaymentAnswer.of(PaymentState.NOT_PAID))
                .releaser((order, context) -> {
                    nanos.addAndGet(Duration.ofSeconds(6).toNanos());
                    throw new IllegalStateException("slow and failing");
                })
                .build();
        RuleReport report = run(engine);
        assertThat(report.closed()).isZero();
        assertThat(report.busy()).isEqualTo(8);
        assertThat(engine.compensations(0, 10)).isEmpty();
    }

    @Test
    @DisplayName("an answer that grew old while another order's payment was cancelled closes nothing")
    void oldAfterCancel() {
        shop.order(1, OLD);
        shop.order(2, OLD);
        AtomicLong nanos = new AtomicLong();
        PaymentGateway slow = new PaymentGateway() {
            @Override
            public PaymentAnswer query(OrderSnapshot order) {
                if (order.id().equals("1")) {
                    nanos.addAndGet(Duration.ofMillis(2_800).toNanos());
                }
                return PaymentAnswer.ofAttempts(
                        List.of(order.id().equals("1") ? PaymentAttempt.ended("A") : PaymentAttempt.open("B")));
            }

            @Override
            public boolean canCancel() {
                return true;
            }

            @Override
            public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
                nanos.addAndGet(Duration.ofMillis(2_800).toNanos());
                return CancelAnswer.cancelled();
            }
        };
        assertThat(run(shop.engine(rule).time(nanos::get).paymentGateway(slow).build())
                        .busy())
                .isEqualTo(2);
    }

    private static RuleReport run(OrderTimeoutEngine engine) {
        RuleReport report = engine.runOnce().rules().get("unpaid");
        assertThat(MemoryShop.accounted(report)).isEqualTo(report.scanned());
        return report;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

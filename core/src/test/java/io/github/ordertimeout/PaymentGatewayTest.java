package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.memory.FaultPoint;
import io.github.ordertimeout.memory.MemoryDatabaseException;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.FoundPayment;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
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
    @DisplayName("an answer that grew old while a batch was halved is asked for again: who paid meanwhile stays open")
    void oldAnswers() {
        LongStream.rangeClosed(1, 8).forEach(id -> shop.order(id, OLD));
        AtomicLong nanos = new AtomicLong();
        Map<String, Integer> asked = new ConcurrentHashMap<>();
        OrderTimeoutEngine engine = shop.engine(rule)
                .time(nanos::get)
                .paymentGateway(order -> PaymentAnswer.of(
                        asked.merge(order.id(), 1, Integer::sum) == 1
                                ? PaymentState.NOT_PAID
                                : PaymentState.IN_PROGRESS))
                .releaser((order, context) -> {
                    nanos.addAndGet(Duration.ofSeconds(6).toNanos());
                    throw new IllegalStateException("slow and failing");
                })
                .build();
        RuleReport report = run(engine);
        assertThat(report.closed()).isZero();
        assertThat(report.deferred()).isEqualTo(8);
        assertThat(engine.compensations(0, 10)).isEmpty();
    }

    @Test
    @DisplayName("answers older than each attempt to close do not keep a batch with one failing order open for ever")
    void shortAnswers() {
        LongStream.rangeClosed(1, 60).forEach(id -> shop.order(id, OLD));
        AtomicLong nanos = new AtomicLong();
        RuleReport report = run(shop.engine(rule)
                .time(nanos::get)
                .paymentGateway(order -> PaymentAnswer.notPaid())
                .releaser((order, context) -> {
                    if (order.order().id().equals("7")) {
                        nanos.addAndGet(Duration.ofSeconds(6).toNanos());
                        throw new IllegalStateException("slow and failing");
                    }
                })
                .build());
        assertThat(report.closed()).isEqualTo(59);
        assertThat(report.failed()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "the oldest orders, whose calls always fail, do not keep the payment side from being asked about the others")
    void failingOldest() {
        LongStream.rangeClosed(1, 60).forEach(id -> shop.order(id, OLD.plusMinutes(61 - id)));
        AtomicLong nanos = new AtomicLong();
        OrderTimeoutEngine engine = shop.engine(rule)
                .time(nanos::get)
                .paymentGateway(order -> {
                    if (Long.parseLong(order.id()) <= 12) {
                        throw new IllegalStateException("no such merchant any more");
                    }
                    return PaymentAnswer.notPaid();
                })
                .build();
        for (int pass = 0; pass < 3; pass++) {
            run(engine);
            nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        }
        assertThat(LongStream.rangeClosed(13, 60).filter(id -> shop.status(id).equals("0")))
                .isEmpty();
    }

    @Test
    @DisplayName("a batch gateway that cancels: slow cancels let no answer grow old, every order closes")
    void batchThatCancels() {
        LongStream.rangeClosed(1, 40).forEach(id -> shop.order(id, OLD));
        AtomicLong nanos = new AtomicLong();
        PaymentGateway gateway = new PaymentGateway() {
            @Override
            public PaymentAnswer query(OrderSnapshot order) {
                return PaymentAnswer.notPaid();
            }

            @Override
            public int batchSize() {
                return Integer.MAX_VALUE;
            }

            @Override
            public Map<String, PaymentAnswer> queryAll(List<OrderSnapshot> orders) {
                return orders.stream().collect(Collectors.toMap(OrderSnapshot::id, this::query));
            }

            @Override
            public boolean canCancel() {
                return true;
            }

            @Override
            public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
                nanos.addAndGet(Duration.ofMillis(300).toNanos());
                return CancelAnswer.cancelled();
            }
        };
        RuleReport report =
                run(shop.engine(rule).time(nanos::get).paymentGateway(gateway).build());
        assertThat(report.closed()).isEqualTo(40);
        assertThat(report.reasons()).doesNotContainKey("payment-cancelled-but-open");
    }

    @Test
    @DisplayName("an answer that contradicts itself is refused: NOT_PAID beside an attempt that has paid")
    void contradiction() {
        List<PaymentAttempt> paid = List.of(PaymentAttempt.paid("P7", BigDecimal.ONE));
        assertThatThrownBy(() -> new PaymentAnswer(PaymentState.NOT_PAID, paid, Optional.empty()))
                .hasMessageContainingAll("NOT_PAID", "P7", "PAID", "ofAttempts");
        shop.order(1, OLD);
        assertThat(run(shop.engine(rule)
                                .paymentGateway(
                                        order -> new PaymentAnswer(PaymentState.NOT_PAID, paid, Optional.empty()))
                                .build())
                        .reasons())
                .containsEntry("payment-unknown", 1L);
    }

    @Test
    @DisplayName("where the conditions cannot be read again before the query, nothing is asked and nothing closes")
    void unreadable() {
        shop.order(1, OLD);
        AtomicInteger calls = new AtomicInteger();
        OrderTimeoutEngine engine = shop.engine(rule)
                .paymentGateway(order -> {
                    calls.incrementAndGet();
                    return PaymentAnswer.notPaid();
                })
                .build();
        AtomicInteger reads = new AtomicInteger();
        shop.store.database().failAt((step, transaction, table) -> {
            if (step == FaultPoint.Step.READ && table.equals("orders") && reads.incrementAndGet() == 2) {
                throw MemoryDatabaseException.connectionLost();
            }
        });
        RuleReport report = run(engine);
        assertThat(report.failed() + report.busy()).isEqualTo(1);
        assertThat(calls).hasValue(0);
        assertThat(report.error()).isPresent();
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

    @Test
    @DisplayName("a payment found by the pass is told within the same run, though the clock moves on meanwhile")
    void toldAtOnce() {
        shop.order(1, OLD);
        List<FoundPayment> told = new ArrayList<>();
        OrderTimeoutEngine engine = shop.engine(rule)
                .paymentGateway(order -> {
                    shop.pass(Duration.ofSeconds(2));
                    return PaymentAnswer.paid("P1", BigDecimal.ONE);
                })
                .foundPaymentHook((payment, guard) -> told.add(payment))
                .build();
        run(engine);
        assertThat(told).hasSize(1);
    }

    @Test
    @DisplayName(
            "what the work after the pass closes is in the run's report: a payment found by the pass and gone since")
    void closedAfterThePass() {
        shop.order(1, OLD);
        AtomicInteger asked = new AtomicInteger();
        OrderTimeoutEngine engine = shop.engine(rule)
                .paymentGateway(order -> asked.incrementAndGet() == 1
                        ? PaymentAnswer.paid("P1", BigDecimal.ONE)
                        : PaymentAnswer.notPaid())
                .build();
        RuleReport report = run(engine);
        assertThat(shop.status(1)).isEqualTo("4");
        assertThat(report.closed()).isEqualTo(1);
        assertThat(report.scanned()).isEqualTo(1);
        assertThat(report.deferred()).isZero();
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

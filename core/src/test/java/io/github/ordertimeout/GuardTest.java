package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.CloseSettings;
import io.github.ordertimeout.config.PaymentMapping;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.memory.FaultPoint;
import io.github.ordertimeout.memory.MemoryDatabaseException;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.Confirmation.Result;
import io.github.ordertimeout.payment.FoundPayment;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.payment.PaymentWindow.State;
import io.github.ordertimeout.settle.CompensationKind;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GuardTest {
    private static final Duration OLD = Duration.ofHours(1);
    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final BigDecimal TEN = BigDecimal.TEN;

    private final MemoryShop shop = new MemoryShop();
    private final Rule rule = Rules.created("50m").build();

    @Test
    @DisplayName("a commit whose answer is lost is decided again, and still says PAID, not REPEATED")
    void unknownCommit() {
        shop.order(1, FRESH);
        OrderTimeoutEngine engine = shop.engine(rule).build();
        AtomicInteger lost = new AtomicInteger(1);
        shop.store.database().failAt((step, transaction, table) -> {
            if (step == FaultPoint.Step.COMMITTED && lost.getAndDecrement() > 0) {
                throw MemoryDatabaseException.connectionLost();
            }
        });
        Confirmation confirmation = engine.guard().confirm("1", "tx1", TEN);
        assertThat(confirmation.result()).isEqualTo(Result.PAID);
        assertThat(shop.status(1)).isEqualTo("1");
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
    }

    @Test
    @DisplayName("a part whose commit is in doubt, completed meanwhile by another payment: only that one is told PAID")
    void unknownCommitOfAPart() {
        shop.order(1, FRESH, Map.of("kind", 100));
        Rule priced = Rules.created("50m")
                .paymentMapping(new PaymentMapping(
                        Map.of(), Map.of(), PaymentMapping.Late.REFUND, Optional.of("kind"), Optional.empty()))
                .build();
        PaymentGuard guard = shop.engine(priced).build().guard();
        AtomicInteger lost = new AtomicInteger(1);
        shop.store.database().failAt((step, transaction, table) -> {
            if (step == FaultPoint.Step.COMMITTED && lost.getAndDecrement() == 1) {
                assertThat(guard.confirm("1", "tx2", new BigDecimal("90")).result())
                        .isEqualTo(Result.PAID);
                throw MemoryDatabaseException.connectionLost();
            }
        });
        assertThat(guard.confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
    }

    @Test
    @DisplayName(
            "the rest of a partly paid order is not cancelled at the provider, and found where its callback was lost")
    void restOfAPart() {
        shop.order(1, FRESH, Map.of("kind", 100));
        Rule priced = Rules.created("50m")
                .paymentMapping(new PaymentMapping(
                        Map.of(), Map.of(), PaymentMapping.Late.REFUND, Optional.of("kind"), Optional.empty()))
                .build();
        AtomicInteger cancels = new AtomicInteger();
        List<FoundPayment> found = new ArrayList<>();
        AtomicReference<PaymentAnswer> rest =
                new AtomicReference<>(PaymentAnswer.ofAttempts(List.of(PaymentAttempt.open("tx2"))));
        OrderTimeoutEngine engine = shop.engine(priced)
                .paymentGateway(new PaymentGateway() {
                    @Override
                    public PaymentAnswer query(OrderSnapshot order) {
                        return rest.get();
                    }

                    @Override
                    public boolean canCancel() {
                        return true;
                    }

                    @Override
                    public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
                        cancels.incrementAndGet();
                        return CancelAnswer.cancelled();
                    }
                })
                .foundPaymentHook((payment, guard) -> found.add(payment))
                .build();
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.UNDERPAID);
        shop.pass(OLD);
        engine.runOnce();
        shop.pass(OLD);
        engine.runOnce();
        assertThat(cancels).hasValue(0);
        assertThat(shop.status(1)).isEqualTo("0");
        rest.set(PaymentAnswer.paid("tx2", new BigDecimal("90")));
        shop.pass(OLD);
        engine.runOnce();
        assertThat(found)
                .singleElement()
                .satisfies(payment -> assertThat(payment.reference()).contains("tx2"));
    }

    @Test
    @DisplayName(
            "a rule that is a dry run, on the same table, keeps no other rule's order from being checked or closed")
    void dryRunBeside() {
        shop.order(1, OLD);
        shop.order(2, OLD);
        Rule dry = Rules.created("50m")
                .name("dry")
                .close(new CloseSettings(CloseSettings.Mode.DRY_RUN, 1, Duration.ofSeconds(1), Duration.ofSeconds(30)))
                .build();
        OrderTimeoutEngine engine = shop.engine(dry, rule).build();
        assertThat(engine.guard().check("1").state()).isEqualTo(State.CLOSED);
        assertThat(engine.closeNow("2")).isEqualTo(CloseAnswer.CLOSED);
    }

    @Test
    @DisplayName("a check whose close fails says expired, with the reason, and changes nothing")
    void checkOverAFailingClose() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .releaser((order, context) -> {
                    throw new IllegalStateException("no such warehouse");
                })
                .build();
        assertThat(engine.guard().check("1")).satisfies(window -> {
            assertThat(window.state()).isEqualTo(State.EXPIRED);
            assertThat(window.reason()).contains("no such warehouse");
        });
        OrderTimeoutEngine strict = shop.engine(rule)
                .policy((order, context) -> {
                    throw new IllegalStateException("no terms");
                })
                .build();
        assertThat(strict.guard().check("1").state()).isEqualTo(State.EXPIRED);
        assertThat(shop.status(1)).isEqualTo("0");
    }

    @Test
    @DisplayName("the same for a late payment: it is owed back once")
    void unknownCommitOfALatePayment() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule).build();
        engine.runOnce();
        AtomicInteger lost = new AtomicInteger(1);
        shop.store.database().failAt((step, transaction, table) -> {
            if (step == FaultPoint.Step.COMMITTED && lost.getAndDecrement() > 0) {
                throw MemoryDatabaseException.connectionLost();
            }
        });
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.REFUND_OWED);
        assertThat(kinds(engine)).containsExactly(CompensationKind.REFUND);
    }

    @Test
    @DisplayName("a refund whose commit is in doubt was asked for all the same: the answer is true")
    void unknownCommitOfARefund() {
        shop.order(1, FRESH, Map.of("kind", 100));
        OrderTimeoutEngine engine = shop.engine(priced()).build();
        engine.guard().confirm("1", "tx1", TEN);
        AtomicInteger lost = new AtomicInteger(1);
        shop.store.database().failAt((step, transaction, table) -> {
            if (step == FaultPoint.Step.COMMITTED && lost.getAndDecrement() > 0) {
                throw MemoryDatabaseException.connectionLost();
            }
        });
        assertThat(engine.guard().refund("1", "tx1", "the buyer gave up")).isTrue();
        assertThat(engine.guard().refund("1", "tx1", "the buyer gave up")).isFalse();
    }

    @Test
    @DisplayName("a part that the rest has just completed is not given back: the order is paid with it")
    void refundOfACompletedPart() {
        shop.order(1, FRESH, Map.of("kind", 100));
        OrderTimeoutEngine engine = shop.engine(priced()).build();
        engine.guard().confirm("1", "tx1", TEN);
        engine.guard().confirm("1", "tx2", new BigDecimal("90"));
        assertThat(engine.guard().refund("1", "tx1", "the buyer gave up")).isFalse();
        assertThat(kinds(engine)).doesNotContain(CompensationKind.REFUND);
    }

    @Test
    @DisplayName("where an old copy of the row was saved over the paid one, a second payment is owed back all the same")
    void staleSave() {
        shop.order(1, FRESH);
        OrderTimeoutEngine engine = shop.engine(rule).build();
        engine.guard().confirm("1", "tx1", TEN);
        shop.set(1, "status", 0);
        assertThat(engine.guard().confirm("1", "tx2", TEN).result()).isEqualTo(Result.REFUND_OWED);
        assertThat(shop.status(1)).as("it is paid, by the first").isEqualTo("1");
        assertThat(kinds(engine)).containsExactly(CompensationKind.REFUND);
    }

    @Test
    @DisplayName("the same where it was paid in parts: each of them is a repeat, and the order is paid again")
    void staleSaveOverParts() {
        shop.order(1, FRESH, Map.of("kind", 100));
        OrderTimeoutEngine engine = shop.engine(priced()).build();
        engine.guard().confirm("1", "tx1", TEN);
        engine.guard().confirm("1", "tx2", new BigDecimal("90"));
        shop.set(1, "status", 0);
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
        assertThat(shop.status(1)).isEqualTo("1");
        assertThat(engine.guard().confirm("1", "tx2", new BigDecimal("90")).result())
                .isEqualTo(Result.REPEATED);
    }

    private static Rule priced() {
        return Rules.created("50m")
                .paymentMapping(new PaymentMapping(
                        Map.of(), Map.of(), PaymentMapping.Late.REFUND, Optional.of("kind"), Optional.empty()))
                .build();
    }

    @Test
    @DisplayName("a deadlock is tried again; a database that is away is thrown, so that the provider calls again")
    void contention() {
        shop.order(1, FRESH);
        OrderTimeoutEngine engine = shop.engine(rule).build();
        AtomicInteger deadlocks = new AtomicInteger(2);
        shop.store.database().failAt((step, transaction, table) -> {
            if (step == FaultPoint.Step.WRITE && deadlocks.getAndDecrement() > 0) {
                throw MemoryDatabaseException.deadlock();
            }
        });
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.PAID);
        shop.store.database().failAt((step, transaction, table) -> {
            throw MemoryDatabaseException.connectionLost();
        });
        assertThatThrownBy(() -> engine.guard().confirm("1", "tx2", TEN)).isInstanceOf(OrderTimeoutException.class);
    }

    @Test
    @DisplayName(
            "a payment that the guard has not seen may be the one that paid: a person decides, nothing is refunded")
    void paidWithoutTheGuard() {
        shop.order(1, FRESH, Map.of("status", 1));
        OrderTimeoutEngine engine = shop.engine(rule).build();
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.MANUAL);
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.REPEATED);
        assertThat(kinds(engine)).containsExactly(CompensationKind.MANUAL);
    }

    @Test
    @DisplayName("a status that is neither open, paid nor closed is a person's matter")
    void otherStatus() {
        shop.order(1, FRESH, Map.of("status", 9));
        OrderTimeoutEngine engine = shop.engine(rule).build();
        Confirmation confirmation = engine.guard().confirm("1", "tx1", TEN);
        assertThat(confirmation.result()).isEqualTo(Result.MANUAL);
        assertThat(confirmation.reason()).contains("status 9", "unpaid", "10");
    }

    @Test
    @DisplayName("a policy of the user's own decides about late payments, with the amount and the order before it")
    void ownLatePolicy() {
        shop.order(1, OLD);
        shop.order(2, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .latePaymentPolicy(late -> late.amount().filter(TEN::equals).isPresent()
                        ? LatePaymentPolicy.Decision.REFUND
                        : LatePaymentPolicy.Decision.MANUAL)
                .build();
        engine.runOnce();
        assertThat(engine.guard().confirm("1", "tx1", TEN).result()).isEqualTo(Result.REFUND_OWED);
        assertThat(engine.guard().confirm("2", "tx2", BigDecimal.ONE).result()).isEqualTo(Result.MANUAL);
    }

    @Test
    @DisplayName("a number that means several orders is refused, by name")
    void ambiguous() {
        shop.order(1, FRESH, Map.of("number", "same"));
        shop.order(2, FRESH, Map.of("number", "same"));
        PaymentGuard guard = shop.engine(rule).build().guard();
        assertThatThrownBy(() -> guard.confirm("same", "tx1")).isInstanceOf(AmbiguousOrderException.class);
        assertThatThrownBy(() -> guard.check("same")).isInstanceOf(AmbiguousOrderException.class);
    }

    @Test
    @DisplayName("blank and overlong references, and amounts that are none, are refused in words")
    void badArguments() {
        shop.order(1, FRESH);
        PaymentGuard guard = shop.engine(rule).build().guard();
        assertThatThrownBy(() -> guard.confirm("1", " ")).hasMessageContaining("reference is blank");
        assertThatThrownBy(() -> guard.confirm("1", "x".repeat(129))).hasMessageContaining("129 characters");
        assertThatThrownBy(() -> guard.confirm("1", "tx", BigDecimal.ZERO)).hasMessageContaining("amount is 0");
        assertThat(guard.confirm("1", "x".repeat(128)).result()).isEqualTo(Result.PAID);
    }

    @Test
    @DisplayName("a rule that does not say what paid looks like takes no payment, and says what is missing")
    void noPaidStatus() {
        shop.order(1, FRESH);
        PaymentGuard guard =
                shop.engine(Rules.created("50m").paid().build()).build().guard();
        assertThatThrownBy(() -> guard.confirm("1", "tx1")).hasMessageContaining("paid-status");
    }

    @Test
    @DisplayName("of two rules of one table the one answers whose conditions the order meets")
    void twoRules() {
        shop.order(1, OLD, Map.of("kind", 7));
        Rule other = Rules.created("20m").name("flash").where("kind", "7").build();
        Rule strict = Rules.created("50m").where("kind", "8").build();
        OrderTimeoutEngine engine = shop.engine(strict, other)
                .latePaymentPolicy("unpaid", LatePaymentPolicy.MANUAL)
                .build();
        engine.runOnce();
        assertThat(shop.status(1)).isEqualTo("4");
        assertThat(engine.guard().confirm("1", "tx1").result()).isEqualTo(Result.REFUND_OWED);
    }

    @Test
    @DisplayName(
            "check: an order in its grace time is expired and not closed; one without a deadline may be paid for ever")
    void windows() {
        shop.order(1, Duration.ofMinutes(52));
        shop.order(2, OLD);
        shop.set(2, "created_at", null);
        OrderTimeoutEngine engine = shop.engine(
                        Rules.created("50m").grace(Duration.ofMinutes(5)).build())
                .build();
        assertThat(engine.guard().check("1").state()).isEqualTo(State.EXPIRED);
        assertThat(shop.status(1)).isEqualTo("0");
        assertThat(engine.guard().check("2").state()).isEqualTo(State.PAYABLE);
        assertThat(engine.guard().check("2").payBefore()).isEqualTo(Optional.empty());
    }

    @Test
    @DisplayName("check says expired where a policy holds the order, and changes nothing")
    void heldByPolicy() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .policy((order, context) -> Verdict.skip("vip"))
                .build();
        assertThat(engine.guard().check("1").state()).isEqualTo(State.EXPIRED);
        assertThat(shop.status(1)).isEqualTo("0");
    }

    @Test
    @DisplayName("every payment is told to the listeners once, after its commit")
    void events() {
        shop.order(1, FRESH);
        OrderTimeoutEngine engine = shop.engine(rule).build();
        engine.guard().confirm("1", "tx1", TEN);
        engine.guard().confirm("404", "tx2", TEN);
        assertThat(shop.events(EngineEvent.PaymentTaken.class))
                .extracting(event -> event.confirmation().result())
                .containsExactly(Result.PAID, Result.UNKNOWN_ORDER);
    }

    @Test
    @DisplayName("dry-run: check says expired, and a payment is taken all the same")
    void dryRun() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(Rules.created("50m")
                        .close(new CloseSettings(
                                CloseSettings.Mode.DRY_RUN, 1, Duration.ofSeconds(1), Duration.ofSeconds(30)))
                        .paymentMapping(PaymentMapping.NONE)
                        .build())
                .build();
        assertThat(engine.guard().check("1").state()).isEqualTo(State.EXPIRED);
        assertThat(engine.guard().confirm("1", "tx1").result()).isEqualTo(Result.PAID);
    }

    private static List<CompensationKind> kinds(OrderTimeoutEngine engine) {
        return engine.compensations(0, 10).stream()
                .map(row -> row.what().kind())
                .toList();
    }
}

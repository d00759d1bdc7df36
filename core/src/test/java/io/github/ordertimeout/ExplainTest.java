package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One answer to "why is this order (not) closed?", over everything that was written about it. */
class ExplainTest {
    private static final Duration OLD = Duration.ofHours(1);

    private final MemoryShop shop = new MemoryShop();
    private final Rule rule = Rules.created("50m").build();

    private static Explanation one(OrderTimeoutEngine engine, String id) {
        return engine.explain(id).get(0);
    }

    @Test
    @DisplayName("closed: when, by which rule, what was released and what is still owed, with attempts and reason")
    void closed() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .releaser((order, context) -> {})
                .releaser(new InventoryReleaser() {
                    @Override
                    public void release(ClosedOrder order, ReleaseContext context) {
                        throw new IllegalStateException("gate locked");
                    }

                    @Override
                    public String releaseType() {
                        return "warehouse";
                    }

                    @Override
                    public ReleaseMode mode() {
                        return ReleaseMode.REMOTE;
                    }
                })
                .build();
        engine.runOnce();
        assertThat(one(engine, "1").reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .contains("Release warehouse: owed; row 1, 0 attempts, next at", "gate locked"));
        shop.pass(Duration.ofMinutes(7));
        engine.runOnce();
        Explanation explanation = one(engine, "1");
        assertThat(explanation.verdict()).isEqualTo("closed");
        assertThat(explanation.reasons())
                .anySatisfy(reason -> assertThat(reason).contains("Closed at 2026-03-01T10:00:00Z by rule unpaid"));
        assertThat(explanation.reasons()).contains("Release inventory: done");
        assertThat(explanation.reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .contains(
                                "Release warehouse: owed; row 1",
                                "1 attempt",
                                "next at 2026-03-01T10:1",
                                "gate locked"));
    }

    @Test
    @DisplayName("closed, and a release has left something out")
    void leftOut() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .releaser((order, context) -> context.leftOut(order, "the coupon had expired"))
                .build();
        assertThat(engine.runOnce().rules().get("unpaid").firstInPart())
                .containsExactly("N1: inventory: the coupon had expired");
        assertThat(one(engine, "1").reasons()).contains("Release inventory: done, but the coupon had expired");
    }

    @Test
    @DisplayName("closed by a person, by nobody of ours, and for the second time")
    void closedBy() {
        shop.order(1, OLD);
        shop.order(2, OLD, Map.of("status", 4));
        OrderTimeoutEngine engine = shop.engine(rule).build();
        engine.cancel("1", "customer called", "ann");
        assertThat(one(engine, "1").reasons())
                .anySatisfy(reason -> assertThat(reason).contains("by ann (customer called)"));
        assertThat(one(engine, "2").reasons()).contains("This library did not close it");
        shop.set(1, "status", 1);
        assertThat(one(engine, "1").verdict()).isEqualTo("paid");
        assertThat(one(engine, "1").reasons())
                .anySatisfy(reason -> assertThat(reason).contains("by ann (customer called)"));
        shop.set(1, "status", 0);
        engine.runOnce();
        assertThat(one(engine, "1").reasons())
                .anySatisfy(reason -> assertThat(reason).contains("by rule unpaid", "for the 2. time"));
    }

    @Test
    @DisplayName("a close that failed: row, attempts, the reason and the next attempt")
    void failed() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .releaser((order, context) -> {
                    throw new IllegalStateException("no such coupon");
                })
                .build();
        engine.runOnce();
        Explanation explanation = one(engine, "1");
        assertThat(explanation.verdict()).isEqualTo("in-compensation");
        assertThat(explanation.reasons().get(0)).contains("row 1", "1 attempt", "next at 2026-", "no such coupon");
    }

    @Test
    @DisplayName("stuck: with its row; the payments that were seen, with amount and what became of them")
    void payments() {
        shop.order(1, Duration.ofHours(3));
        shop.order(2, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .paymentGateway(order -> order.id().equals("1") ? PaymentAnswer.inProgress() : PaymentAnswer.notPaid())
                .build();
        engine.runOnce();
        Explanation stuck = one(engine, "1");
        assertThat(stuck.verdict()).isEqualTo("stuck");
        assertThat(stuck.reasons().get(0)).contains("row ", "payment-in-progress", "next at");
        engine.guard().confirm("2", "tx9", new BigDecimal("12.50"));
        assertThat(one(engine, "2").reasons()).contains("Payment tx9 of 12.50: refund owed");
    }
}

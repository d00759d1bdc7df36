package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.OrderFate;
import io.github.ordertimeout.event.PassOutcome;
import io.github.ordertimeout.event.PaymentQuery;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What passes leave behind for whoever asks, and what they tell listeners. */
class EngineStatusTest {
    private final MemoryShop shop = new MemoryShop();

    @Test
    @DisplayName("before the first pass there is nothing, and nothing is amiss")
    void atFirst() {
        OrderTimeoutEngine engine = shop.engine(Rules.created("50m").build()).build();
        RuleStatus rule = engine.status().rules().get("unpaid");
        assertThat(engine.status().state()).isEqualTo(LoopState.NOT_STARTED);
        assertThat(rule.passes()).isEmpty();
        assertThat(rule.lastFinished()).isEmpty();
        assertThat(rule.oldestOverdue()).isZero();
        assertThat(engine.health().isUp()).isTrue();
        engine.close();
        assertThat(engine.health().isUp()).isFalse();
    }

    @Test
    @DisplayName("the last passes, newest first, ten at most; a plan leaves none")
    void passes() {
        OrderTimeoutEngine engine = shop.engine(Rules.created("50m").build()).build();
        shop.order(1, Duration.ofHours(1));
        engine.plan();
        assertThat(engine.status().rules().get("unpaid").passes()).isEmpty();
        engine.runOnce();
        for (int i = 0; i < 10; i++) {
            engine.runOnce();
        }
        RuleStatus rule = engine.status().rules().get("unpaid");
        assertThat(rule.passes()).hasSize(10).allSatisfy(pass -> {
            assertThat(pass.full()).isTrue();
            assertThat(pass.outcome()).isEqualTo(PassOutcome.FINISHED);
            assertThat(pass.report().closed()).isZero();
        });
        assertThat(rule.lastFinished()).isPresent();
        assertThat(shop.events(EngineEvent.PassEnded.class)).hasSize(11);
    }

    @Test
    @DisplayName(
            "each pass tells of the fate of its orders and of the reasons; each query of the payment side of its time")
    void events() {
        shop.order(1, Duration.ofHours(1));
        shop.order(2, Duration.ofHours(1));
        shop.order(3, Duration.ofHours(1));
        OrderTimeoutEngine engine = shop.engine(Rules.created("50m").build())
                .policy((order, context) -> order.id().equals("1") ? Verdict.skip("vip") : Verdict.close())
                .paymentGateway(order -> {
                    if (order.id().equals("2")) {
                        throw new IllegalStateException("502");
                    }
                    return PaymentAnswer.notPaid();
                })
                .build();
        engine.runOnce();
        assertThat(shop.events(EngineEvent.PassEnded.class)).singleElement().satisfies(pass -> {
            assertThat(pass.outcome()).isEqualTo(PassOutcome.FINISHED);
            assertThat(pass.orders())
                    .containsOnlyKeys(OrderFate.values())
                    .containsEntry(OrderFate.CLOSED, 1L)
                    .containsEntry(OrderFate.SKIPPED, 1L)
                    .containsEntry(OrderFate.DEFERRED, 1L);
            assertThat(pass.reasons()).isEqualTo(Map.of("vip", 1L, "payment-unknown", 1L));
            assertThat(pass.queries()).extracting(PaymentQuery::answered).containsExactlyInAnyOrder(true, false);
        });
    }

    @Test
    @DisplayName("what a limit leaves over: the backlog, its age counted on, and passes that closed nothing in a row")
    void backlog() {
        shop.order(1, Duration.ofHours(3));
        shop.order(2, Duration.ofHours(2));
        OrderTimeoutEngine limited =
                shop.engine(Rules.created("60m").maxPerPass(1).build()).build();
        limited.runOnce();
        RuleStatus rule = limited.status().rules().get("unpaid");
        assertThat(rule.remaining()).isEqualTo(1);
        assertThat(rule.oldestClosable()).isGreaterThanOrEqualTo(Duration.ofHours(1));
        limited.runOnce();
        rule = limited.status().rules().get("unpaid");
        assertThat(rule.remaining()).isZero();
        assertThat(rule.oldestClosable()).isZero();
        assertThat(rule.idleInARow()).isZero();
        shop.order(3, Duration.ofHours(2));
        limited.pause("unpaid", "");
        limited.runOnce();
        limited.runOnce();
        rule = limited.status().rules().get("unpaid");
        assertThat(rule.idleInARow()).isEqualTo(2);
        assertThat(rule.lastPass().orElseThrow().outcome()).isEqualTo(PassOutcome.HELD);
        assertThat(rule.heldBy()).contains("paused: by a person");
    }

    @Test
    @DisplayName("a deferred order's age survives the passes that only meet what has just run out")
    void incremental() {
        shop.order(1, Duration.ofHours(2));
        RuleRunner runner = shop.engine(Rules.created("60m").build())
                .policy((order, context) ->
                        order.id().equals("1") ? Verdict.defer("later", shop.now.plusSeconds(600)) : Verdict.close())
                .build()
                .runner("unpaid");
        runner.next();
        shop.pass(Duration.ofSeconds(10));
        runner.next();
        RuleStatus rule = runner.watch().status(LoopState.ALIVE, runner.wakes().planned());
        assertThat(rule.passes()).extracting(PassRecord::full).containsExactly(false, true);
        assertThat(rule.oldestOverdue()).isEqualTo(Duration.ofHours(1).plusSeconds(10));
        assertThat(rule.oldestClosable()).isZero();
    }
}

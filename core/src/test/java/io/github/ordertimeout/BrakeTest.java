package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.config.CloseSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SafetySettings;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.payment.PaymentWindow.State;
import io.github.ordertimeout.time.TimeSource;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BrakeTest {
    private static final Duration OLD = Duration.ofHours(1);

    private final MemoryShop shop = new MemoryShop();

    private static Rule rule(int most, String share, int floor) {
        return Rules.created("50m")
                .safety(new SafetySettings(most, new BigDecimal(share), floor))
                .build();
    }

    private void orders(long from, long to, Duration age) {
        LongStream.rangeClosed(from, to).forEach(id -> shop.order(id, age));
    }

    private static RuleReport run(OrderTimeoutEngine engine) {
        return engine.runOnce().rules().get("unpaid");
    }

    @Test
    @DisplayName(
            "too many overdue orders trip the brake before the first close, for every node, until a person releases it")
    void trips() {
        orders(1, 30, OLD);
        OrderTimeoutEngine engine = shop.engine(rule(20, "0", 5)).build();
        PassReport pass = engine.runOnce();
        RuleReport report = pass.rules().get("unpaid");
        assertThat(report.braked()).isTrue();
        assertThat(pass.sound()).isFalse();
        assertThat(report.closed()).isZero();
        assertThat(report.remaining()).isEqualTo(30);
        assertThat(report.oldestOverdue()).isEqualTo(Duration.ofMinutes(10));

        OrderTimeoutEngine other = shop.engine(rule(20, "0", 5)).build();
        assertThat(run(other).braked()).isTrue();
        assertThat(shop.events(EngineEvent.BrakeTripped.class)).hasSize(1);
        assertThat(other.closeNow("1")).isEqualTo(CloseAnswer.NOT_CLOSED);
        assertThat(other.guard().check("1").state()).isEqualTo(State.EXPIRED);
        assertThat(other.explain("1").get(0).verdict()).isEqualTo("braked");
        assertThat(other.cancel("1", "by hand", "me")).isEqualTo(CloseAnswer.CLOSED);

        assertThat(other.resume("unpaid")).isTrue();
        assertThat(other.resume("unpaid")).isFalse();
        assertThat(run(engine).closed()).isEqualTo(29);
    }

    @Test
    @DisplayName("a released brake lets the backlog through and is armed again once that has gone")
    void armedAgain() {
        orders(1, 30, OLD);
        OrderTimeoutEngine engine = shop.engine(rule(20, "0", 5)).build();
        run(engine);
        engine.resume("unpaid");
        assertThat(run(engine).closed()).isEqualTo(30);
        assertThat(run(engine).braked()).isFalse();
        orders(31, 60, OLD);
        assertThat(run(engine).braked()).isTrue();
    }

    @Test
    @DisplayName("a changed limit releases it, and is judged anew")
    void changedLimit() {
        orders(1, 30, OLD);
        assertThat(run(shop.engine(rule(20, "0", 5)).build()).braked()).isTrue();
        assertThat(run(shop.engine(rule(25, "0", 5)).build()).braked()).isTrue();
        assertThat(run(shop.engine(rule(40, "0", 5)).build()).closed()).isEqualTo(30);
    }

    @Test
    @DisplayName("a share of the open orders trips it as well; up to the floor nothing does")
    void share() {
        orders(1, 30, OLD);
        orders(31, 60, Duration.ZERO);
        assertThat(run(shop.engine(rule(0, "0.4", 30)).build()).braked()).isFalse();
        orders(61, 90, OLD);
        orders(91, 91, OLD);
        assertThat(run(shop.engine(rule(0, "0.4", 30)).build()).braked()).isTrue();
        assertThat(run(shop.engine(rule(0, "0.9", 30)).build()).closed()).isEqualTo(31);
    }

    @Test
    @DisplayName("the brake counts uncapped: max-per-pass does not hide a mistake; a plan says so and changes nothing")
    void uncapped() {
        orders(1, 30, OLD);
        Rule capped = Rules.created("50m")
                .maxPerPass(3)
                .safety(new SafetySettings(20, BigDecimal.ZERO, 5))
                .build();
        OrderTimeoutEngine engine = shop.engine(capped).build();
        RuleReport plan = engine.plan().rules().get("unpaid");
        assertThat(plan.braked()).isTrue();
        assertThat(plan.wouldClose()).isEqualTo(3);
        assertThat(shop.events(EngineEvent.BrakeTripped.class)).isEmpty();
        assertThat(run(engine).closed()).isZero();
    }

    @Test
    @DisplayName("a paused rule closes nothing on any node and says so, until it is resumed")
    void pause() {
        orders(1, 3, OLD);
        Rule rule = Rules.created("50m").build();
        OrderTimeoutEngine engine = shop.engine(rule).build();
        engine.pause("unpaid", "warehouse move");
        OrderTimeoutEngine other = shop.engine(rule).build();
        RuleReport report = run(other);
        assertThat(report.braked()).isTrue();
        assertThat(report.remaining()).isEqualTo(3);
        assertThat(other.explain("1").get(0).verdict()).isEqualTo("paused");
        assertThat(other.explain("1").get(0).reasons()).anyMatch(reason -> reason.contains("warehouse move"));
        assertThat(other.resume("unpaid")).isTrue();
        assertThat(run(engine).closed()).isEqualTo(3);
    }

    @Test
    @DisplayName("max-per-second paces the closes: 100 at 10 a second take 9 s and no connection meanwhile")
    void pace() {
        orders(1, 100, OLD);
        AtomicLong nanos = new AtomicLong();
        TimeSource time = new TimeSource() {
            @Override
            public long nanoTime() {
                return nanos.get();
            }

            @Override
            public void sleep(Duration duration) {
                nanos.addAndGet(duration.toNanos());
            }
        };
        Rule paced = Rules.created("50m")
                .close(new CloseSettings(
                        CloseSettings.Mode.CLOSE, 1, 10, Duration.ofSeconds(1), Duration.ofSeconds(30)))
                .build();
        assertThat(run(shop.engine(paced).time(time).build()).closed()).isEqualTo(100);
        assertThat(Duration.ofNanos(nanos.get())).isEqualTo(Duration.ofSeconds(9));
    }
}

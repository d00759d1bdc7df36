package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Timetable;
import io.github.ordertimeout.event.PassOutcome;
import io.github.ordertimeout.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Passes by cron and quiet windows, on a clock that only the test moves. It begins on 2026-03-01 at 10:00, UTC. */
class TimetableRunTest {
    private static final Duration OLD = Duration.ofHours(1);

    private final MemoryShop shop = new MemoryShop();
    private final TimeSource time = new TimeSource() {
        @Override
        public long nanoTime() {
            return Duration.between(MemoryShop.START, shop.now).toNanos();
        }

        @Override
        public Instant now() {
            return shop.now;
        }

        @Override
        public void sleep(Duration duration) {
            shop.now = shop.now.plus(duration);
        }
    };

    private EngineBuilder engine(Rules rule, String scan) {
        return shop.engine(rule.timetable(timetable(scan)).build()).time(time);
    }

    private static Timetable timetable(String scan) {
        try {
            Path file = Files.createTempFile("timetable", ".yml");
            Files.writeString(file, """
                    order-timeout:
                      rules:
                        r: {table: t, id-column: id, status-column: s, open-status: 0, closed-status: 4, due-column: d,
                            scan: {zone: UTC, %s}}
                    """.formatted(scan));
            Timetable timetable = ConfigSources.load(Optional.of(file), List.of(), Map.of())
                    .settings()
                    .rules()
                    .get("r")
                    .scan()
                    .timetable();
            Files.delete(file);
            return timetable;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RuleReport run(OrderTimeoutEngine engine) {
        return engine.runOnce().rules().get("unpaid");
    }

    @Test
    @DisplayName(
            "nothing is closed in a quiet window; the pass, explain and the status say so, and a pass at its end closes")
    void quiet() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine =
                engine(Rules.created("50m"), "quiet: 09:00-12:00").build();
        PassReport pass = engine.runOnce();
        RuleReport report = pass.rules().get("unpaid");
        assertThat(report.closed()).isZero();
        assertThat(report.remaining()).isEqualTo(1);
        assertThat(report.reasons()).containsEntry("quiet", 1L);
        assertThat(report.braked()).isFalse();
        assertThat(pass.sound()).isTrue();
        assertThat(engine.plan().rules().get("unpaid").wouldClose()).isEqualTo(1);
        assertThat(engine.closeNow("1")).isEqualTo(CloseAnswer.NOT_CLOSED);
        Explanation why = engine.explain("1").get(0);
        assertThat(why.verdict()).isEqualTo("quiet");
        assertThat(why.reasons()).anySatisfy(reason -> assertThat(reason).contains("until 2026-03-01T12:00Z"));
        RuleStatus status = engine.status().rules().get("unpaid");
        assertThat(status.heldBy()).contains("quiet: until 2026-03-01T12:00Z, by scan.quiet");
        assertThat(status.lastPass()).map(PassRecord::outcome).contains(PassOutcome.HELD);

        shop.pass(Duration.ofHours(2));
        assertThat(engine.status().rules().get("unpaid").heldBy()).isEmpty();
        assertThat(run(engine).closed()).isEqualTo(1);
    }

    @Test
    @DisplayName("a person's cancel goes on in a quiet window")
    void cancel() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine =
                engine(Rules.created("50m"), "quiet: 09:00-12:00").build();
        assertThat(engine.cancel("1", "asked by phone", "me")).isEqualTo(CloseAnswer.CLOSED);
    }

    @Test
    @DisplayName(
            "in a quiet window the engine sleeps to its end, healthy; what is late by the window alone is not overdue")
    void sleeps() {
        OrderTimeoutEngine engine =
                engine(Rules.created("50m"), "quiet: 10:05-18:00").build();
        shop.order(1, Duration.ofMinutes(30));
        RuleRunner runner = engine.runner("unpaid");
        runner.watch().work().expected();
        runner.next();
        assertThat(shop.now.plus(runner.untilNext())).isBefore(MemoryShop.START.plusSeconds(11));
        shop.pass(Duration.ofMinutes(5).minusSeconds(1));
        runner.next();
        Duration sleep = runner.untilNext();
        assertThat(sleep)
                .isBetween(
                        Duration.ofHours(7).plusMinutes(55), Duration.ofHours(7).plusMinutes(56));
        assertThat(runner.wakes().planned()).contains(Instant.parse("2026-03-01T18:00:00Z"));

        shop.pass(Duration.ofHours(7));
        RuleStatus status = engine.status().rules().get("unpaid");
        assertThat(status.quietFor()).isZero();
        assertThat(status.heldBy()).isPresent();
        run(engine);
        status = engine.status().rules().get("unpaid");
        assertThat(status.oldestOverdue()).isGreaterThan(Duration.ofHours(6));
        assertThat(status.oldestClosable()).isZero();
        assertThat(engine.health().ailments()).isEmpty();

        shop.now = MemoryShop.START.plus(Duration.ofHours(8)).plusSeconds(1);
        assertThat(runner.next().closed()).isEqualTo(1);
    }

    @Test
    @DisplayName("a pass that runs into a quiet window ends cleanly before it, and says so")
    void windowBegins() {
        for (long id = 1; id <= 60; id++) {
            shop.order(id, OLD);
        }
        OrderTimeoutEngine engine = engine(Rules.created("50m").batchSize(20), "quiet: 10:01-12:00")
                .policy((order, context) -> {
                    shop.pass(Duration.ofSeconds(2));
                    return Verdict.close();
                })
                .build();
        RuleReport report = run(engine);
        assertThat(report.closed()).isEqualTo(20);
        assertThat(report.remaining()).isEqualTo(40);
        assertThat(report.reasons()).containsEntry("quiet", 1L);
    }

    @Test
    @DisplayName(
            "by a cron no pass begins at the start or for an order that was made, but at the cron's moments; failures come again")
    void cron() {
        OrderTimeoutEngine engine =
                engine(Rules.created("50m"), "cron: 0 3 * * *").build();
        shop.order(1, OLD);
        RuleRunner runner = engine.runner("unpaid");
        runner.watch().work().expected();
        assertThat(runner.next().closed()).isZero();
        assertThat(shop.status(1)).isEqualTo("0");
        Duration sleep = runner.untilNext();
        assertThat(sleep).isBetween(Duration.ofHours(17), Duration.ofHours(17).plusSeconds(1));
        assertThat(runner.wakes().isBound(shop.now)).isTrue();
        assertThat(engine.explain("1").get(0).reasons())
                .contains(
                        "Every condition holds; the next pass closes it, which scan.cron begins at 2026-03-02T03:00Z");
        assertThat(engine.health().ailments()).isEmpty();

        shop.pass(sleep.minusSeconds(5));
        assertThat(runner.next().closed()).isZero();
        shop.pass(runner.untilNext());
        assertThat(engine.health().ailments()).isEmpty();
        assertThat(runner.next().closed()).isEqualTo(1);
        assertThat(runner.untilNext()).isGreaterThan(Duration.ofHours(23));
        assertThat(runner.wakes().planned()).contains(Instant.parse("2026-03-03T03:00:00Z"));

        runner.watch().work().failed("the database is away");
        assertThat(runner.untilNext()).isLessThan(Duration.ofSeconds(11));
    }
}

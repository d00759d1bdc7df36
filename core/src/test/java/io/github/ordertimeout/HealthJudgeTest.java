package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.EngineHealth.Kind;
import io.github.ordertimeout.config.HealthSettings;
import io.github.ordertimeout.scan.Overlooked;
import io.github.ordertimeout.settle.CompensationCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each limit at its edge; that an engine comes into such a state is shown on real ones. */
class HealthJudgeTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration TEN = Duration.ofSeconds(10);
    private static final Optional<WorkFailure> FAILURE = Optional.of(new WorkFailure(NOW, "no connection"));

    private LoopState loop = LoopState.ALIVE;
    private Duration interval = TEN;
    private Duration quiet = Duration.ZERO;
    private Duration closable = Duration.ZERO;
    private Optional<String> heldBy = Optional.empty();
    private Optional<Overlooked> overlooked = Optional.empty();
    private boolean dryRun;
    private Duration compensationQuiet = Duration.ZERO;
    private int compensationFailures;
    private long dead;
    private LoopState engine = LoopState.ALIVE;
    private HealthSettings limits = HealthSettings.DEFAULT;

    private List<Kind> ailments() {
        RuleStatus rule = new RuleStatus(
                "unpaid",
                "orders",
                dryRun,
                interval,
                1,
                loop,
                Optional.empty(),
                quiet,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                FAILURE,
                0,
                0,
                heldBy,
                Optional.empty(),
                overlooked,
                closable,
                closable,
                0,
                0,
                0,
                0);
        CompensationStatus compensation = new CompensationStatus(
                interval,
                loop,
                Optional.empty(),
                compensationQuiet,
                Optional.empty(),
                FAILURE,
                compensationFailures,
                new CompensationCounts(0, dead, Duration.ZERO));
        EngineStatus status = new EngineStatus(NOW, engine, Map.of("unpaid", rule), compensation);
        return HealthJudge.judge(status, limits).ailments().stream()
                .map(EngineHealth.Ailment::kind)
                .toList();
    }

    @Test
    @DisplayName(
            "so many intervals without a sign of life; five seconds at least; only where threads should come by themselves")
    void quiet() {
        quiet = Duration.ofSeconds(30);
        assertThat(ailments()).isEmpty();
        quiet = quiet.plusMillis(1);
        assertThat(ailments()).containsExactly(Kind.NO_FINISHED_PASS);
        limits = new HealthSettings(0, Duration.ZERO, 0, true);
        assertThat(ailments()).isEmpty();
        limits = HealthSettings.DEFAULT;
        loop = LoopState.NOT_STARTED;
        assertThat(ailments()).isEmpty();
        loop = LoopState.ALIVE;
        interval = Duration.ofMillis(100);
        quiet = Duration.ofSeconds(5);
        assertThat(ailments()).isEmpty();
    }

    @Test
    @DisplayName("an order that is overdue for longer than the limit; no limit, or a dry run: none")
    void overdue() {
        closable = Duration.ofMinutes(10);
        assertThat(ailments()).isEmpty();
        closable = closable.plusMillis(1);
        assertThat(ailments()).containsExactly(Kind.OVERDUE);
        limits = new HealthSettings(3, Duration.ZERO, 100, true);
        assertThat(ailments()).isEmpty();
        limits = HealthSettings.DEFAULT;
        dryRun = true;
        assertThat(ailments()).isEmpty();
    }

    @Test
    @DisplayName("more dead rows than the limit; 0: none")
    void dead() {
        dead = 100;
        assertThat(ailments()).isEmpty();
        dead = 101;
        assertThat(ailments()).containsExactly(Kind.DEAD_ROWS);
        limits = new HealthSettings(3, Duration.ZERO, 0, true);
        assertThat(ailments()).isEmpty();
    }

    @Test
    @DisplayName("compensation work that fails for too long, not work that takes long")
    void compensation() {
        compensationQuiet = Duration.ofHours(1);
        assertThat(ailments()).isEmpty();
        compensationFailures = 3;
        assertThat(ailments()).containsExactly(Kind.COMPENSATION_FAILS);
    }

    @Test
    @DisplayName("a brake at once, a pause not; an overlooked order unless that is expected; a closed engine")
    void others() {
        heldBy = Optional.of("paused: by a person");
        assertThat(ailments()).isEmpty();
        heldBy = Optional.of("brake: 7 orders are overdue");
        overlooked = Optional.of(new Overlooked("1", "5", Overlooked.By.WHERE));
        assertThat(ailments()).containsExactly(Kind.BRAKED, Kind.MATCHES_NOTHING);
        limits = new HealthSettings(3, Duration.ZERO, 0, false);
        assertThat(ailments()).containsExactly(Kind.BRAKED);
        engine = LoopState.STOPPED;
        assertThat(ailments()).containsExactly(Kind.CLOSED);
    }
}

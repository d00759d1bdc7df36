package io.github.ordertimeout.config;

import static io.github.ordertimeout.config.Configurations.faults;
import static io.github.ordertimeout.config.Configurations.ruleWithout;
import static io.github.ordertimeout.config.Configurations.settings;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadlineParserTest {
    @ParameterizedTest(name = "A17: timeout: {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "0      | timeout is never (0)",
                "0s     | timeout is never (0s)",
                "PT0S   | timeout is never (PT0S)",
                "never  | timeout is never",
                "'\"\"' | timeout is never (blank)",
                "~      | timeout is never (blank)",
                "''     | timeout is never (blank)"
            })
    void a17NeverClosesNothingAndSaysSo(String timeout, String said) {
        Settings settings = ruleSettings("created-column: created\ntimeout: " + timeout);

        assertThat(settings.rules().get("r").deadline().timeout()).isEqualTo(Term.NEVER);
        assertThat(settings.warnings()).containsExactly("Rule r: " + said + ": created + timeout closes nothing.");
    }

    @Test
    @DisplayName("A18: created-column without any timeout is refused: the term is a business decision")
    void a18NoTimeoutIsRefused() {
        assertThat(faults(() -> ruleWithout("timeout", "")))
                .singleElement()
                .asString()
                .contains("order-timeout.rules.r.timeout is required", "yours to decide");
        assertThat(faults(() -> ruleWithout("timeout", "due-column: due\n"))).hasSize(1);
    }

    @Test
    void timeoutsByMayStandForTheTimeout() {
        Settings settings = ruleSettings("created-column: created\ntimeouts-by: [{where: {type: 1}, timeout: 5m}]");

        assertThat(settings.rules().get("r").deadline().timeout()).isEqualTo(Term.NEVER);
        assertThat(settings.warnings()).singleElement().asString().contains("no entry of timeouts-by matches");
    }

    @Test
    @DisplayName("A7 an interval longer than the shortest timeout is warned of, and both are named")
    void a7() {
        assertThat(ruleSettings("created-column: created\ntimeout: 10m\nscan: {interval: 60m}")
                        .warnings())
                .singleElement()
                .asString()
                .contains("scan.interval (1h)", "shortest timeout (10m)", "every 5m instead");
        assertThat(ruleSettings("created-column: created\ntimeout: 1h\nscan: {interval: 60m}")
                        .warnings())
                .isEmpty();
    }

    @Test
    void timeoutsFromMayStandForTheTimeout() {
        Settings settings = ruleSettings("created-column: created\n"
                + "timeouts-from: {column: channel, query: 'SELECT id, minutes FROM channel', unit: minutes}");

        assertThat(settings.rules().get("r").deadline().timeoutsFrom())
                .contains(new TermQuery(
                        "channel",
                        "SELECT id, minutes FROM channel",
                        TermQuery.Unit.MINUTES,
                        TermQuery.DEFAULT_REFRESH));
        assertThat(settings.warnings()).singleElement().asString().contains("no row of timeouts-from is found");
    }

    @Test
    void timeoutsFromNeedsColumnQueryAndUnit() {
        assertThat(faults(() -> ruleSettings("created-column: created\ntimeout: 5m\ntimeouts-from: {refresh: 5}")))
                .hasSize(4)
                .anySatisfy(fault -> assertThat(fault).contains("timeouts-from.column is required"))
                .anySatisfy(fault -> assertThat(fault).contains("timeouts-from.query is required"))
                .anySatisfy(fault -> assertThat(fault).contains("timeouts-from.unit is required: are the terms"))
                .anySatisfy(fault -> assertThat(fault).contains("timeouts-from.refresh is \"5\""));
        assertThat(faults(() -> ruleSettings("created-column: created\ntimeout: 5m\n"
                        + "timeouts-from: {column: c, query: SELECT 1, unit: weeks}")))
                .singleElement()
                .asString()
                .contains("timeouts-from.unit is \"weeks\"", "millis, seconds, minutes, hours, days");
    }

    @Test
    void aDueColumnNeedsNoTimeout() {
        Settings settings = ruleSettings("due-column: due");

        Deadline deadline = settings.rules().get("r").deadline();
        assertThat(deadline.due()).map(TimeColumn::name).contains("due");
        assertThat(deadline.created()).isEmpty();
        assertThat(deadline.timeout()).isEqualTo(Term.NEVER);
        assertThat(settings.warnings()).isEmpty();
    }

    @Test
    void aTimeoutWithoutCreatedColumnIsSaidToBeIdle() {
        assertThat(ruleSettings("due-column: due\ntimeout: 5m").warnings())
                .containsExactly("Rule r: timeout has no effect without created-column.");
    }

    @Test
    void oneOfTheColumnsIsRequired() {
        assertThat(faults(() -> ruleWithout("created-column", "")))
                .singleElement()
                .asString()
                .contains("order-timeout.rules.r.due-column and order-timeout.rules.r.created-column are both absent");
    }

    @Test
    void kindAndZoneOfCreatedFollowThoseOfDue() {
        Deadline deadline = ruleSettings("""
                due-column: due
                created-column: created
                timeout: 5m
                time-kind: date
                time-zone: Europe/Berlin
                """).rules().get("r").deadline();

        assertThat(deadline.due().orElseThrow().kind()).isEqualTo(TimeKind.DATE);
        assertThat(deadline.created().orElseThrow().kind()).isEqualTo(TimeKind.DATE);
        assertThat(deadline.created().orElseThrow().zone()).contains(ZoneId.of("Europe/Berlin"));
    }

    @Test
    void createdMayDiffer() {
        Deadline deadline = ruleSettings("""
                due-column: due
                created-column: created
                timeout: 5m
                time-zone: Europe/Berlin
                created-time-kind: epoch-seconds
                created-time-zone: "+08:00"
                """).rules().get("r").deadline();

        assertThat(deadline.due().orElseThrow())
                .isEqualTo(new TimeColumn("due", TimeKind.AUTO, Optional.of(ZoneId.of("Europe/Berlin"))));
        assertThat(deadline.created().orElseThrow())
                .isEqualTo(new TimeColumn("created", TimeKind.EPOCH_SECONDS, Optional.of(ZoneId.of("+08:00"))));
    }

    @Test
    void anEntryOfTimeoutsByMayBeNever() {
        Settings settings = ruleSettings("""
                created-column: created
                timeout: 40d
                timeouts-by:
                  - {where: {a: 1}, timeout: never}
                  - {where: {a: 2}, timeout: 0}
                  - {where: {a: not 3, b: is null}, timeout: 1h30m}
                """);

        assertThat(settings.rules().get("r").deadline().timeoutsBy())
                .extracting(TermRule::timeout)
                .containsExactly(Term.NEVER, Term.NEVER, Term.of(Duration.ofMinutes(90)));
        assertThat(settings.warnings())
                .containsExactly("Rule r: timeouts-by[1].timeout is never (0): orders that match it never run out.");
    }

    private static Settings ruleSettings(String lines) {
        String rule = Configurations.LEAST.replaceAll("(?m)^(created-column|timeout):.*\n", "") + lines + "\n";
        return settings("rules:\n  r:\n" + rule.indent(4));
    }
}

package io.github.ordertimeout.config;

import static io.github.ordertimeout.config.Configurations.LEAST;
import static io.github.ordertimeout.config.Configurations.faults;
import static io.github.ordertimeout.config.Configurations.rule;
import static io.github.ordertimeout.config.Configurations.settings;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimetableTest {
    private static final String BERLIN = "scan: {zone: Europe/Berlin, ";

    private static Timetable timetable(String keys) {
        return rule(BERLIN + keys + "}\n").scan().timetable();
    }

    private static List<String> warnings(String timeout, String keys) {
        return settings("rules:\n  r:\n" + (LEAST.replace("30m", timeout) + BERLIN + keys).indent(4))
                .warnings();
    }

    private static Instant at(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // 2026-03-06 is a Friday
                "22:00-06:00                 | 2026-03-06T21:59:59+01:00 | ",
                "22:00-06:00                 | 2026-03-06T22:00+01:00    | 2026-03-07T06:00+01:00",
                "22:00-06:00                 | 2026-03-07T05:59:59+01:00 | 2026-03-07T06:00+01:00",
                "22:00-06:00                 | 2026-03-07T06:00+01:00    | ",
                "SAT 00:00-24:00             | 2026-03-07T00:00+01:00    | 2026-03-08T00:00+01:00",
                "SAT 00:00-24:00             | 2026-03-08T00:00+01:00    | ",
                "fri 22:00-06:00             | 2026-03-07T05:00+01:00    | 2026-03-07T06:00+01:00",
                "fri 22:00-06:00             | 2026-03-06T05:00+01:00    | ",
                "FRI-SUN 20:00-08:00         | 2026-03-09T07:00+01:00    | 2026-03-09T08:00+01:00",
                "SAT-MON 20:00-21:00         | 2026-03-09T20:30+01:00    | 2026-03-09T21:00+01:00",
                "[10:00-12:00, 11:00-14:00]  | 2026-03-06T10:30+01:00    | 2026-03-06T14:00+01:00",
                "[22:00-24:00, 00:00-06:00]  | 2026-03-06T23:00+01:00    | 2026-03-07T06:00+01:00",
                // the clocks change: by the clock, rather longer than shorter
                "02:15-02:45                 | 2026-10-25T02:50+02:00    | 2026-10-25T02:45+01:00",
                "01:00-02:30                 | 2026-03-29T01:30+01:00    | 2026-03-29T03:00+02:00",
                "02:30-04:00                 | 2026-03-29T03:00+02:00    | 2026-03-29T04:00+02:00",
            })
    void isQuietUntil(String windows, String moment, String end) {
        Timetable timetable = timetable("quiet: " + windows.strip());
        assertThat(timetable.quietUntil(at(moment.strip())))
                .isEqualTo(Optional.ofNullable(end).map(TimetableTest::at));
        Optional<Duration> left = timetable.untilQuiet(at(moment.strip()));
        assertThat(left.filter(Duration::isZero).isPresent()).isEqualTo(end != null);
    }

    @Test
    void tellsHowLongIsLeftToTheNextWindow() {
        Timetable timetable = timetable("quiet: [22:00-06:00, SUN 12:00-13:00]");
        assertThat(timetable.untilQuiet(at("2026-03-06T21:00+01:00"))).contains(Duration.ofHours(1));
        assertThat(timetable.untilQuiet(at("2026-03-08T06:00+01:00"))).contains(Duration.ofHours(6));
        assertThat(timetable("cron: 0 3 * * *").untilQuiet(at("2026-03-06T21:00+01:00")))
                .isEmpty();
        assertThat(timetable("quiet: TUE 10:00-11:00").untilQuiet(at("2026-03-03T10:30+01:00")))
                .contains(Duration.ZERO);
    }

    @Test
    void passesBeginByTheCronOutsideOfTheWindows() {
        Timetable timetable = timetable("cron: '0 * * * *', quiet: 22:00-06:00");
        Instant evening = at("2026-03-06T21:30+01:00");
        assertThat(timetable.begin(evening, evening)).isEqualTo(at("2026-03-07T06:00+01:00"));
        Instant noon = at("2026-03-06T12:00+01:00");
        assertThat(timetable.begin(noon, noon)).isEqualTo(at("2026-03-06T13:00+01:00"));
        Timetable onlyQuiet = timetable("quiet: 22:00-06:00");
        assertThat(onlyQuiet.begin(noon, noon.plusSeconds(5))).isEqualTo(noon.plusSeconds(5));
        assertThat(onlyQuiet.begin(noon, at("2026-03-06T23:00+01:00"))).isEqualTo(at("2026-03-07T06:00+01:00"));
    }

    @Test
    void timeInWindowsIsNotOpenTime() {
        Timetable timetable = timetable("quiet: [22:00-06:00, SUN 12:00-13:00]");
        assertThat(timetable.openTime(at("2026-03-06T23:00+01:00"), at("2026-03-07T06:10+01:00")))
                .isEqualTo(Duration.ofMinutes(10));
        assertThat(timetable.openTime(at("2026-03-06T21:50+01:00"), at("2026-03-07T06:10+01:00")))
                .isEqualTo(Duration.ofMinutes(20));
        assertThat(timetable.openTime(at("2026-03-08T11:00+01:00"), at("2026-03-08T12:30+01:00")))
                .isEqualTo(Duration.ofHours(1));
        assertThat(timetable.openTime(at("2026-03-08T12:10+01:00"), at("2026-03-08T12:30+01:00")))
                .isZero();
        assertThat(timetable.openTime(at("2026-01-01T00:00+01:00"), at("2026-03-08T12:00+01:00")))
                .isGreaterThan(Duration.ofDays(40));
        assertThat(timetable.openTime(at("2026-03-08T12:10+01:00"), at("2026-03-08T11:30+01:00")))
                .isZero();
        assertThat(Timetable.ALWAYS.openTime(Instant.EPOCH, Instant.EPOCH.plusSeconds(7)))
                .isEqualTo(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "25:00-06:00",
                "22:00",
                "10:00-10:00",
                "22-6",
                "8:00-9:00",
                "ABC 10:00-11:00",
                "00:00-24:01",
                "MON- 10:00-11:00",
                "10:00-11:00 MON"
            })
    void whatIsNoWindowIsRefused(String text) {
        assertThat(faults(() -> timetable("quiet: ['" + text + "']")))
                .singleElement()
                .asString()
                .startsWith("order-timeout.rules.r.scan.quiet is \"" + text + "\", which is no quiet window: write");
    }

    @Test
    @DisplayName("A7 windows that cover the week, and a cron that only comes inside windows, are refused")
    void nothingWouldEverClose() {
        for (String all : List.of(
                "00:00-24:00",
                "[06:00-22:00, 22:00-06:00]",
                "[MON-FRI 00:00-24:00, FRI-SUN 20:00-08:00, SAT-SUN 08:00-20:00]")) {
            assertThat(faults(() -> timetable("quiet: " + all)))
                    .singleElement()
                    .asString()
                    .contains("scan.quiet leaves no minute of the week");
        }
        assertThat(faults(() -> timetable("quiet: [06:00-22:00, 22:00-05:59]"))).isEmpty();
        assertThat(faults(() -> timetable("cron: 0 3 * * *, quiet: 22:00-06:00")))
                .singleElement()
                .asString()
                .contains("scan.cron only has moments inside the windows of scan.quiet");
        assertThat(faults(() -> timetable("cron: '* * 23,0-5 * * *', quiet: 22:00-06:00")))
                .hasSize(1);
        assertThat(faults(() -> timetable("cron: 0 6 * * *, quiet: 22:00-06:00")))
                .isEmpty();
        assertThat(faults(() -> timetable("cron: 0 0 30 2 *")))
                .singleElement()
                .asString()
                .startsWith("order-timeout.rules.r.scan.cron is \"0 0 30 2 *\", which never comes");
    }

    @Test
    void aZoneIsNeeded() {
        assertThat(faults(() -> rule("scan: {cron: 0 3 * * *}\n")))
                .singleElement()
                .asString()
                .startsWith("order-timeout.rules.r.scan.cron has no time zone: write scan.zone");
        assertThat(faults(() -> rule("scan: {quiet: 22:00-06:00}\n")))
                .singleElement()
                .asString()
                .startsWith("order-timeout.rules.r.scan.quiet has no time zone");
        assertThat(rule("time-zone: Asia/Shanghai\nscan: {quiet: 22:00-06:00}\n")
                        .scan()
                        .timetable()
                        .zone())
                .isEqualTo(ZoneId.of("Asia/Shanghai"));
        assertThat(rule("time-zone: Asia/Shanghai\nscan: {quiet: 22:00-06:00, zone: UTC}\n")
                        .scan()
                        .timetable()
                        .zone())
                .isEqualTo(ZoneId.of("UTC"));
        assertThat(rule("time-zone: Asia/Shanghai\nscan: {cron: '', quiet: []}\n")
                        .scan()
                        .timetable())
                .isEqualTo(Timetable.ALWAYS);
    }

    @Test
    void theTopLevelIsTakenOver() {
        Settings settings = settings("""
                scan: {quiet: [22:00-06:00], zone: UTC}
                rules:
                  a: {table: t, id-column: id, status-column: s, open-status: 0, closed-status: 4, due-column: d}
                  b: {table: u, id-column: id, status-column: s, open-status: 0, closed-status: 4, due-column: d,
                      time-zone: Asia/Shanghai, scan: {quiet: '', cron: 0 4 * * *}}
                """);
        assertThat(settings.rules().get("a").scan().timetable().quiet()).hasToString("[22:00-06:00]");
        assertThat(settings.rules().get("b").scan().timetable().cron())
                .map(Cron::toString)
                .contains("0 4 * * *");
    }

    @Test
    @DisplayName("A7 a cron that leaves more time than the shortest timeout is warned of, and both are named")
    void gaps() {
        assertThat(warnings("10m", "cron: 0 * * * *}"))
                .singleElement()
                .asString()
                .isEqualTo("Rule r: scan.cron (0 * * * *) leaves up to 1h between two passes, longer than the shortest"
                        + " timeout (10m): an order may stay open for 1h10m.");
        assertThat(warnings("2h", "cron: 0 * * * *}")).isEmpty();
        assertThat(warnings("2h", "cron: 0 * * * *, quiet: 20:00-08:00}"))
                .singleElement()
                .asString()
                .contains("leaves up to 13h between two passes");
    }
}

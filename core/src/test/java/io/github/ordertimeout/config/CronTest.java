package io.github.ordertimeout.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 3 * * *            | 2026-03-01T10:00:00 | 2026-03-02T03:00:00",
                "0 3 * * *            | 2026-03-01T02:59:59 | 2026-03-01T03:00:00",
                "0 3 * * *            | 2026-03-01T03:00:00 | 2026-03-02T03:00:00",
                "* * * * *            | 2026-03-01T10:00:00 | 2026-03-01T10:01:00",
                "* * * * * *          | 2026-12-31T23:59:59 | 2027-01-01T00:00:00",
                "*/20 * * * * *       | 2026-03-01T10:00:41 | 2026-03-01T10:01:00",
                "*/10 * * * *         | 2026-03-01T10:51:00 | 2026-03-01T11:00:00",
                "5-50/15 * * * *      | 2026-03-01T10:06:00 | 2026-03-01T10:20:00",
                "0,30 8-10,22 * * *   | 2026-03-01T10:30:00 | 2026-03-01T22:00:00",
                "15 30 4 ? * MON-FRI  | 2026-02-27T05:00:00 | 2026-03-02T04:30:15",
                "0 4 * * sun          | 2026-03-02T00:00:00 | 2026-03-08T04:00:00",
                "0 4 * * 7            | 2026-03-02T00:00:00 | 2026-03-08T04:00:00",
                "0 4 * * 0            | 2026-03-02T00:00:00 | 2026-03-08T04:00:00",
                "0 4 * * 5-7          | 2026-03-07T04:00:00 | 2026-03-08T04:00:00",
                "0 0 31 * *           | 2026-03-31T00:00:00 | 2026-05-31T00:00:00",
                "0 0 29 FEB ?         | 2026-03-01T00:00:00 | 2028-02-29T00:00:00",
                "0 0 29 2 *           | 2096-03-01T00:00:00 | 2104-02-29T00:00:00",
                "59 59 23 31 12 ?     | 2026-12-31T23:59:59 | 2027-12-31T23:59:59",
                "30 10 0-23/12 * * *  | 2026-03-01T00:10:30 | 2026-03-01T12:10:30",
                "0 0 1 JAN,jul *      | 2026-03-01T00:00:00 | 2026-07-01T00:00:00",
            })
    void comesNext(String text, LocalDateTime after, LocalDateTime next) {
        assertThat(Cron.parse(text.strip()).next(after.toInstant(ZoneOffset.UTC), ZoneOffset.UTC))
                .isEqualTo(next.toInstant(ZoneOffset.UTC));
        assertThat(Cron.parse(text.strip()).next(after.toInstant(ZoneOffset.UTC).plusNanos(1), ZoneOffset.UTC))
                .isEqualTo(next.toInstant(ZoneOffset.UTC));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3h             | must have 5 fields",
                "* * * *        | must have 5 fields",
                "* * * * * * *  | must have 5 fields",
                "60 * * * *     | \"60\" is no minute",
                "* 24 * * *     | \"24\" is no hour",
                "* * 0 * *      | \"0\" is no day of month",
                "* * * 13 *     | \"13\" is no month",
                "* * * * 8      | \"8\" is no day of week",
                "* * * * MOND   | \"MOND\" is no day of week",
                "* * * MON *    | \"MON\" is no month",
                "30-10 * * * *  | \"30-10\" is no minute",
                "5/10 * * * *   | \"5/10\" is no minute",
                "*/0 * * * *    | \"*/0\" is no minute",
                "1, * * * *     | \"\" is no minute",
                "? * * * *      | \"?\" is no minute",
                "* * L * *      | \"L\" is no day of month",
                "-1 * * * *     | \"-1\" is no minute",
                "0 0 13 * FRI   | restricts both the day of the month and the day of the week",
                "0 0 30 2 *     | never comes",
                "0 0 31 4,6,9 * | never comes",
            })
    void isRefused(String text, String why) {
        assertThatThrownBy(() -> Cron.parse(text.strip()))
                .isInstanceOfSatisfying(
                        RefusedValueException.class,
                        refused -> assertThat(refused.predicate())
                                .startsWith("is \"" + text.strip() + "\"")
                                .contains(why));
    }

    @Test
    @DisplayName("DST: what lies in the skipped hour comes once, right after it, and at its own time the day after")
    void skippedHour() {
        assertThat(moments("30 2 * * *", "2026-03-28T00:00+01:00", 3))
                .containsExactly("2026-03-28T02:30+01:00", "2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00");
        assertThat(moments("*/20 1-3 * * *", "2026-03-29T01:20+01:00", 4))
                .containsExactly(
                        "2026-03-29T01:40+01:00",
                        "2026-03-29T03:00+02:00",
                        "2026-03-29T03:20+02:00",
                        "2026-03-29T03:40+02:00");
    }

    @Test
    @DisplayName("DST: what lies in the hour that exists twice comes once, in the first")
    void doubledHour() {
        assertThat(moments("30 2 * * *", "2026-10-24T12:00+02:00", 2))
                .containsExactly("2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00");
        assertThat(moments("*/30 2-3 * * *", "2026-10-25T00:00+02:00", 4))
                .containsExactly(
                        "2026-10-25T02:00+02:00",
                        "2026-10-25T02:30+02:00",
                        "2026-10-25T03:00+01:00",
                        "2026-10-25T03:30+01:00");
    }

    @Test
    @DisplayName("DST: every ten minutes stays every ten minutes")
    void everyTenMinutes() {
        for (String start : List.of("2026-03-29T00:00+01:00", "2026-10-25T00:00+02:00")) {
            Cron cron = Cron.parse("*/10 * * * *");
            Instant at = ZonedDateTime.parse(start).toInstant();
            for (int i = 0; i < 6 * 27; i++) {
                Instant next = cron.next(at, BERLIN);
                assertThat(next).isEqualTo(at.plusSeconds(600));
                at = next;
            }
        }
        assertThat(moments("0 * * * *", "2026-10-25T01:30+02:00", 3))
                .containsExactly("2026-10-25T02:00+02:00", "2026-10-25T02:00+01:00", "2026-10-25T03:00+01:00");
    }

    @Test
    @DisplayName("DST: half an hour (Lord Howe), and a day that does not exist (Samoa)")
    void otherChanges() {
        ZoneId lordHowe = ZoneId.of("Australia/Lord_Howe");
        Instant before = ZonedDateTime.of(2026, 10, 4, 0, 0, 0, 0, lordHowe).toInstant();
        assertThat(Cron.parse("15 2 * * *")
                        .next(before, lordHowe)
                        .atZone(lordHowe)
                        .toLocalDateTime())
                .isEqualTo("2026-10-04T02:30");
        ZoneId samoa = ZoneId.of("Pacific/Apia");
        Instant thursday = ZonedDateTime.of(2011, 12, 29, 23, 0, 0, 0, samoa).toInstant();
        assertThat(Cron.parse("0 5 * * *").next(thursday, samoa).atZone(samoa).toLocalDateTime())
                .isEqualTo("2011-12-31T00:00");
    }

    /** What comes next is the first second that every field agrees with, found the slow way. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void likeTheSlowWay(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 40; i++) {
            int step = 1 + random.nextInt(30);
            int hour = random.nextInt(22);
            int month = 1 + random.nextInt(12);
            String text = "%d */%d %d-%d * %s %s"
                    .formatted(
                            random.nextInt(60),
                            step,
                            hour,
                            hour + 2,
                            random.nextBoolean() ? month : "*",
                            random.nextBoolean() ? random.nextInt(7) : "?");
            String[] fields = text.split(" ");
            LocalDateTime from =
                    LocalDateTime.of(2026, month, 1 + random.nextInt(28), random.nextInt(24), random.nextInt(60));
            Instant next = Cron.parse(text).next(from.toInstant(ZoneOffset.UTC), ZoneOffset.UTC);
            LocalDateTime slow = from.withSecond(Integer.parseInt(fields[0]));
            if (!slow.isAfter(from)) {
                slow = slow.plusMinutes(1);
            }
            while (slow.getMinute() % step != 0
                    || slow.getHour() < hour
                    || slow.getHour() > hour + 2
                    || !fields[4].equals("*") && slow.getMonthValue() != month
                    || !fields[5].equals("?") && slow.getDayOfWeek().getValue() % 7 != Integer.parseInt(fields[5])) {
                slow = slow.plusMinutes(1);
            }
            assertThat(next).as("%s after %s", text, from).isEqualTo(slow.toInstant(ZoneOffset.UTC));
        }
    }

    private static List<String> moments(String text, String after, int count) {
        Cron cron = Cron.parse(text);
        List<String> moments = new ArrayList<>();
        Instant at = ZonedDateTime.parse(after).toInstant();
        for (int i = 0; i < count; i++) {
            at = cron.next(at, BERLIN);
            moments.add(at.atZone(BERLIN).toOffsetDateTime().toString());
        }
        return moments;
    }
}

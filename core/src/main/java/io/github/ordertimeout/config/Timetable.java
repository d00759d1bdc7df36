package io.github.ordertimeout.config;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * When a rule's own passes begin, and when nothing may be closed. Moments are those of the database's clock. Immutable.
 *
 * @param cron when passes begin; empty: whenever an order runs out
 * @param quiet in which nothing is closed
 * @param zone whose clocks both mean
 */
public record Timetable(Optional<Cron> cron, List<QuietWindow> quiet, ZoneId zone) {
    /** At any time. */
    public static final Timetable ALWAYS = new Timetable(Optional.empty(), List.of(), ZoneOffset.UTC);

    private static final int DAYS_OF_A_WEEK = 7;

    /** Copies the list. */
    public Timetable {
        quiet = List.copyOf(quiet);
    }

    /** When the window that this moment lies in ends, together with those that follow without a gap; empty outside of all. */
    public Optional<Instant> quietUntil(Instant moment) {
        Instant end = moment;
        Optional<Instant> next = endOfOne(end);
        // A week without a gap is refused; were there one all the same, the next look goes on from there.
        for (int i = 0; i < 4 * DAYS_OF_A_WEEK && next.isPresent(); i++) {
            end = next.get();
            next = endOfOne(end);
        }
        return end.equals(moment) ? Optional.empty() : Optional.of(end);
    }

    private Optional<Instant> endOfOne(Instant moment) {
        LocalDate today = LocalDate.ofInstant(moment, zone);
        Instant latest = moment;
        for (QuietWindow window : quiet) {
            for (LocalDate day = today.minusDays(2); !day.isAfter(today.plusDays(1)); day = day.plusDays(1)) {
                if (window.beginsOn(day) && !window.begin(day, zone).isAfter(moment)) {
                    Instant end = window.end(day, zone);
                    latest = end.isAfter(latest) ? end : latest;
                }
            }
        }
        return latest.isAfter(moment) ? Optional.of(latest) : Optional.empty();
    }

    /** How long from now on orders may be closed: to the next window; empty where there is none. */
    public Optional<Duration> untilQuiet(Instant now) {
        if (quietUntil(now).isPresent()) {
            return Optional.of(Duration.ZERO);
        }
        LocalDate today = LocalDate.ofInstant(now, zone);
        Instant first = null;
        for (QuietWindow window : quiet) {
            for (int i = 0; i <= DAYS_OF_A_WEEK + 1; i++) {
                LocalDate day = today.plusDays(i);
                Instant begin = window.begin(day, zone);
                if (window.beginsOn(day) && begin.isAfter(now) && (first == null || begin.isBefore(first))) {
                    first = begin;
                }
            }
        }
        return Optional.ofNullable(first).map(begin -> Duration.between(now, begin));
    }

    /**
     * When a pass should begin that is wanted at that moment.
     *
     * @param now after which the cron's next moment is taken, where there is a cron: it alone says when
     */
    public Instant begin(Instant now, Instant wanted) {
        Instant at = cron.map(moments -> moments.next(now, zone)).orElse(wanted);
        // A moment of the cron in a window is left out, not made up for: there are others.
        for (int i = 0; cron.isPresent() && quietUntil(at).isPresent() && i < Checks.MOMENTS; i++) {
            at = cron.get().next(at, zone);
        }
        return quietUntil(at).orElse(at);
    }

    /** How much of that time lies outside of the windows; that of at most {@code 32} days counts, what lies before them counts as it is. */
    public Duration openTime(Instant from, Instant to) {
        if (quiet.isEmpty() || !from.isBefore(to)) {
            return from.isBefore(to) ? Duration.between(from, to) : Duration.ZERO;
        }
        Instant at = to.minus(Duration.ofDays(32));
        Duration open = Duration.ZERO;
        if (from.isBefore(at)) {
            open = Duration.between(from, at);
        } else {
            at = from;
        }
        while (at.isBefore(to)) {
            Instant begin = quietUntil(at).orElse(at);
            if (!begin.isBefore(to)) {
                return open;
            }
            Instant end = untilQuiet(begin).map(begin::plus).filter(to::isAfter).orElse(to);
            open = open.plus(Duration.between(begin, end));
            at = end;
        }
        return open;
    }

    /** What does not fit together is found by going through it once, from a day that is the same on each machine. */
    static final class Checks {
        private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
        private static final Duration YEAR = Duration.ofDays(366);
        private static final int MOMENTS = 2_000;

        private Checks() {}

        /** Whether the windows leave no minute of the week. */
        static boolean isAlwaysQuiet(List<QuietWindow> quiet) {
            int week = DAYS_OF_A_WEEK * QuietWindow.DAY;
            boolean[] covered = new boolean[week];
            for (QuietWindow window : quiet) {
                window.days().forEach(day -> {
                    int begin = (day.getValue() - 1) * QuietWindow.DAY + window.fromMinute();
                    for (int minute = begin; minute < begin + window.length(); minute++) {
                        covered[minute % week] = true;
                    }
                });
            }
            for (boolean minute : covered) {
                if (!minute) {
                    return false;
                }
            }
            return true;
        }

        /** Whether each moment of the cron lies in a window, as far as a year shows. */
        static boolean isAlwaysInQuiet(Cron cron, Timetable timetable) {
            Instant at = START;
            for (int i = 0; i < 10 * MOMENTS; i++) {
                at = cron.next(at, timetable.zone());
                Optional<Instant> end = timetable.quietUntil(at);
                if (end.isEmpty()) {
                    return false;
                }
                if (at.isAfter(START.plus(YEAR))) {
                    return true;
                }
                // On to the first moment that could lie outside.
                at = end.get().minusSeconds(1);
            }
            return true;
        }

        /** The longest time between two beginnings of passes, as far as the first thousands show. */
        static Duration longestGap(Timetable timetable) {
            Instant at = timetable.begin(START, START);
            Instant last = at.plus(YEAR);
            Duration longest = Duration.ZERO;
            for (int i = 0; i < MOMENTS && at.isBefore(last); i++) {
                Instant next = timetable.begin(at, at);
                Duration gap = Duration.between(at, next);
                longest = gap.compareTo(longest) > 0 ? gap : longest;
                at = next;
            }
            return longest;
        }
    }
}

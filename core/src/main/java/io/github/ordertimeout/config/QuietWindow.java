package io.github.ordertimeout.config;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time of day in which nothing is closed: {@code 22:00-06:00}, or on some days only: {@code SAT 22:00-06:00}, {@code MON-FRI
 * 09:00-17:30}. One that ends before it begins ends on the next day.
 *
 * @param days on which it begins
 * @param fromMinute minute of the day, from 0
 * @param toMinute minute of the day, to 1440; the window ends as it begins
 * @param text as it was written
 */
public record QuietWindow(Set<DayOfWeek> days, int fromMinute, int toMinute, String text) {
    static final int DAY = 24 * 60;

    private static final Pattern FORM = Pattern.compile(
            "(?:([A-Z]{3})(?:-([A-Z]{3}))?\\s+)?([01]\\d|2[0-3]):([0-5]\\d)\\s*-\\s*([01]\\d|2[0-4]):([0-5]\\d)");

    /** Copies the set. */
    public QuietWindow {
        days = Collections.unmodifiableSet(EnumSet.copyOf(days));
    }

    /** Reads it. */
    static QuietWindow parse(String text) {
        Matcher matcher = FORM.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw malformed(text);
        }
        int from = minute(matcher.group(3), matcher.group(4));
        int to = minute(matcher.group(5), matcher.group(6));
        if (to > DAY || from == to) {
            throw malformed(text);
        }
        return new QuietWindow(days(matcher, text), from, to, text.strip());
    }

    private static Set<DayOfWeek> days(Matcher matcher, String text) {
        if (matcher.group(1) == null) {
            return EnumSet.allOf(DayOfWeek.class);
        }
        DayOfWeek first = day(matcher.group(1), text);
        DayOfWeek last = matcher.group(2) == null ? first : day(matcher.group(2), text);
        EnumSet<DayOfWeek> days = EnumSet.of(first);
        for (DayOfWeek day = first; day != last; day = day.plus(1)) {
            days.add(day.plus(1));
        }
        return days;
    }

    private static DayOfWeek day(String name, String text) {
        for (DayOfWeek day : DayOfWeek.values()) {
            if (day.name().startsWith(name)) {
                return day;
            }
        }
        throw malformed(text);
    }

    private static int minute(String hour, String minute) {
        return Integer.parseInt(hour) * 60 + Integer.parseInt(minute);
    }

    private static RefusedValueException malformed(String text) {
        return new RefusedValueException("is " + Secrets.quoted(text)
                + ", which is no quiet window: write 22:00-06:00, SAT 00:00-24:00 or MON-FRI 09:00-17:30");
    }

    /** How many minutes it takes by the clock. */
    int length() {
        return toMinute > fromMinute ? toMinute - fromMinute : DAY - fromMinute + toMinute;
    }

    boolean beginsOn(LocalDate day) {
        return days.contains(day.getDayOfWeek());
    }

    /** When the one of that day begins: rather early than late. */
    Instant begin(LocalDate day, ZoneId zone) {
        return LocalMoment.earliest(at(day, fromMinute), zone);
    }

    /** When the one that begins on that day ends: rather late than early. */
    Instant end(LocalDate day, ZoneId zone) {
        return LocalMoment.latest(at(day, fromMinute + length()), zone);
    }

    private static LocalDateTime at(LocalDate day, int minute) {
        return day.plusDays(minute / DAY).atStartOfDay().plusMinutes(minute % DAY);
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}

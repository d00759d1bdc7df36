package io.github.ordertimeout.config;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.BitSet;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Moments that come again: {@code second minute hour day-of-month month day-of-week}, or the same without seconds. Each field is
 * {@code *}, a number, a name ({@code JAN}, {@code MON}), a range {@code a-b}, a step {@code a-b/n}, or several of these with
 * commas between them. Sunday is 0 or 7. A day field that says nothing may be {@code ?}.
 *
 * <p>At a change of the clocks, where the hour is restricted: what lies in the hour that is skipped comes once, right after it,
 * and what lies in the hour that exists twice comes in the first. Where the hour is {@code *}, real time counts: every ten minutes
 * means every ten minutes. Immutable.
 */
public final class Cron {
    /** Leap days are eight years apart at most. */
    private static final int YEARS = 9;

    private static final int DAY_OF_MONTH = 3;
    private static final int DAY_OF_WEEK = 5;
    private static final int[][] BOUNDS = {{0, 59}, {0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 7}};
    private static final String[] NAMES = {"second", "minute", "hour", "day of month", "month", "day of week"};

    private final String text;
    private final BitSet[] fields = new BitSet[BOUNDS.length];
    private final boolean everyHour;

    private Cron(String text) {
        this.text = text.strip();
        String[] parts = this.text.split("\\s+");
        if (parts.length != 5 && parts.length != 6) {
            throw refused(
                    "but it must have 5 fields (minute hour day-of-month month day-of-week), or 6 with the seconds first,"
                            + " such as \"0 3 * * *\" for three o'clock each night");
        }
        int missing = BOUNDS.length - parts.length;
        for (int field = 0; field < BOUNDS.length; field++) {
            fields[field] = field < missing ? of(0) : field(field, parts[field - missing]);
        }
        BitSet days = fields[DAY_OF_WEEK];
        days.set(0, days.get(0) || days.get(7));
        days.clear(7);
        if (fields[DAY_OF_MONTH].cardinality() < 31 && days.cardinality() < 7) {
            throw refused(
                    "but it restricts both the day of the month and the day of the week, which some programs read as"
                            + " \"and\" and some as \"or\": restrict one of them");
        }
        everyHour = fields[2].cardinality() == 24;
        if (nextLocal(LocalDateTime.of(2000, 1, 1, 0, 0)).isEmpty()) {
            throw refused("which never comes: no month of it has such a day");
        }
    }

    /** Reads it. */
    static Cron parse(String text) {
        return new Cron(text);
    }

    private RefusedValueException refused(String why) {
        return new RefusedValueException("is " + Secrets.quoted(text) + ", " + why);
    }

    private static BitSet of(int value) {
        BitSet set = new BitSet();
        set.set(value);
        return set;
    }

    private BitSet field(int field, String part) {
        BitSet set = new BitSet();
        if (part.equals("?") && (field == DAY_OF_MONTH || field == DAY_OF_WEEK)) {
            set.set(BOUNDS[field][0], BOUNDS[field][1] + 1);
            return set;
        }
        for (String item : part.split(",", -1)) {
            String[] step = item.split("/", -1);
            String[] range = step[0].split("-", -1);
            boolean every = step[0].equals("*");
            if (step.length > 2 || range.length > 2 || step.length == 2 && !every && range.length == 1) {
                throw malformed(field, item);
            }
            int from = every ? BOUNDS[field][0] : number(field, range[0], item);
            int to = every ? BOUNDS[field][1] : range.length == 2 ? number(field, range[1], item) : from;
            int by = step.length == 2 ? positive(field, step[1], item) : 1;
            if (from > to) {
                throw malformed(field, item);
            }
            for (int value = from; value <= to; value += by) {
                set.set(value);
            }
        }
        return set;
    }

    private int positive(int field, String text, String item) {
        if (!text.matches("[1-9]\\d?")) {
            throw malformed(field, item);
        }
        return Integer.parseInt(text);
    }

    private int number(int field, String text, String item) {
        Integer named = named(field, text.toUpperCase(Locale.ROOT));
        if (named != null) {
            return named;
        }
        if (!text.matches("\\d{1,2}")) {
            throw malformed(field, item);
        }
        int value = Integer.parseInt(text);
        if (value < BOUNDS[field][0] || value > BOUNDS[field][1]) {
            throw malformed(field, item);
        }
        return value;
    }

    private static @Nullable Integer named(int field, String name) {
        if (name.length() == 3 && field == DAY_OF_WEEK) {
            for (DayOfWeek day : DayOfWeek.values()) {
                if (day.name().startsWith(name)) {
                    return day.getValue() % 7;
                }
            }
        } else if (name.length() == 3 && field == DAY_OF_WEEK - 1) {
            for (Month month : Month.values()) {
                if (month.name().startsWith(name)) {
                    return month.getValue();
                }
            }
        }
        return null;
    }

    private RefusedValueException malformed(int field, String item) {
        return refused("but \"" + item + "\" is no " + NAMES[field] + ": write *, numbers from " + BOUNDS[field][0]
                + " to " + BOUNDS[field][1] + ", ranges such as 1-5, steps such as */10, and commas between them");
    }

    /** The first moment after that one, to the second. */
    public Instant next(Instant after, ZoneId zone) {
        return everyHour ? nextByElapsedTime(after, zone) : nextByTheClock(after, zone);
    }

    private Instant nextByTheClock(Instant after, ZoneId zone) {
        LocalDateTime local = LocalDateTime.ofInstant(after, zone);
        while (true) {
            local = nextLocal(local).orElseThrow(() -> new IllegalStateException(text + " does not come again"));
            Instant moment = LocalMoment.earliest(local, zone);
            if (moment.isAfter(after)) {
                return moment;
            }
        }
    }

    /** From one change of the clocks to the next, as if there were none. */
    private Instant nextByElapsedTime(Instant after, ZoneId zone) {
        ZoneOffset offset = zone.getRules().getOffset(after);
        LocalDateTime from = LocalDateTime.ofInstant(after, offset);
        Instant since = after;
        while (true) {
            Instant moment = nextLocal(from)
                    .orElseThrow(() -> new IllegalStateException(text + " does not come again"))
                    .toInstant(offset);
            ZoneOffsetTransition change = zone.getRules().nextTransition(since);
            if (change == null || moment.isBefore(change.getInstant())) {
                return moment;
            }
            since = change.getInstant();
            offset = change.getOffsetAfter();
            from = change.getDateTimeAfter().minusSeconds(1);
        }
    }

    /** The first local time after that one; empty where none comes within years. */
    private Optional<LocalDateTime> nextLocal(LocalDateTime after) {
        LocalDateTime from = after.withNano(0).plusSeconds(1);
        LocalDate last = from.toLocalDate().plusYears(YEARS);
        LocalTime least = from.toLocalTime();
        for (LocalDate day = from.toLocalDate(); day.isBefore(last); day = following(day)) {
            LocalTime time = isOn(day) ? timeFrom(least) : null;
            if (time != null) {
                return Optional.of(day.atTime(time));
            }
            least = LocalTime.MIDNIGHT;
        }
        return Optional.empty();
    }

    private LocalDate following(LocalDate day) {
        return fields[4].get(day.getMonthValue())
                ? day.plusDays(1)
                : day.withDayOfMonth(1).plusMonths(1);
    }

    private boolean isOn(LocalDate day) {
        return fields[4].get(day.getMonthValue())
                && fields[DAY_OF_MONTH].get(day.getDayOfMonth())
                && fields[DAY_OF_WEEK].get(day.getDayOfWeek().getValue() % 7);
    }

    private @Nullable LocalTime timeFrom(LocalTime least) {
        int hour = fields[2].nextSetBit(least.getHour());
        int minute = hour == least.getHour() ? fields[1].nextSetBit(least.getMinute()) : fields[1].nextSetBit(0);
        int second = hour == least.getHour() && minute == least.getMinute()
                ? fields[0].nextSetBit(least.getSecond())
                : fields[0].nextSetBit(0);
        if (hour >= 0 && minute >= 0 && second < 0) {
            minute = fields[1].nextSetBit(minute + 1);
            second = fields[0].nextSetBit(0);
        }
        if (hour >= 0 && minute < 0) {
            hour = fields[2].nextSetBit(hour + 1);
            minute = fields[1].nextSetBit(0);
            second = fields[0].nextSetBit(0);
        }
        return hour < 0 ? null : LocalTime.of(hour, minute, second);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Cron cron && text.equals(cron.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}

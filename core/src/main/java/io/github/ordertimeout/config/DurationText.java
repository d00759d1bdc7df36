package io.github.ordertimeout.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code 15m}, {@code 1h30m}, {@code 500ms}, {@code PT20S} and {@code 0}. */
final class DurationText {
    /** A hundred years: what is longer is a slip, and later arithmetic on instants stays safe. */
    static final Duration LONGEST = Duration.ofDays(36_500);

    private static final Pattern UNITS =
            Pattern.compile("(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m(?!s))?(?:(\\d+)s)?(?:(\\d+)ms)?");
    private static final Pattern BARE = Pattern.compile("[+-]?\\d+(?:\\.\\d+)?");
    private static final List<Duration> LENGTHS = List.of(
            Duration.ofDays(1),
            Duration.ofHours(1),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofMillis(1));

    private DurationText() {}

    static Duration parse(String text) {
        String trimmed = text.strip();
        if (trimmed.equals("0")) {
            return Duration.ZERO;
        }
        if (BARE.matcher(trimmed).matches()) {
            String number = trimmed.replaceFirst("^[+-]", "");
            throw new RefusedValueException("is " + Secrets.quoted(text) + ", but a duration needs a unit: write "
                    + number + "s or " + number + "m, for example; ms, s, m, h and d exist");
        }
        Duration duration = parse(text, trimmed);
        if (duration.isNegative()) {
            throw new RefusedValueException("is " + Secrets.quoted(text) + ", but it must not be negative");
        }
        if (duration.compareTo(LONGEST) > 0) {
            throw new RefusedValueException(
                    "is " + Secrets.quoted(text) + ", but at most " + shown(LONGEST) + " will do");
        }
        return duration;
    }

    private static Duration parse(String text, String trimmed) {
        boolean negative = trimmed.startsWith("-");
        String positive = negative ? trimmed.substring(1) : trimmed;
        try {
            Duration duration = positive.toUpperCase(Locale.ROOT).startsWith("P")
                    ? Duration.parse(positive)
                    : ofUnits(text, positive);
            return negative ? duration.negated() : duration;
        } catch (DateTimeParseException e) {
            throw malformed(text);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new RefusedValueException(
                    "is " + Secrets.quoted(text) + ", but at most " + shown(LONGEST) + " will do");
        }
    }

    private static Duration ofUnits(String text, String units) {
        Matcher matcher = UNITS.matcher(units);
        if (units.isEmpty() || !matcher.matches()) {
            throw malformed(text);
        }
        Duration sum = Duration.ZERO;
        for (int i = 0; i < LENGTHS.size(); i++) {
            String count = matcher.group(i + 1);
            if (count != null) {
                sum = sum.plus(LENGTHS.get(i).multipliedBy(Long.parseLong(count)));
            }
        }
        return sum;
    }

    private static RefusedValueException malformed(String text) {
        return new RefusedValueException("is " + Secrets.quoted(text)
                + ", which is not a duration: write 15m, 1h30m, 20s, 500ms, 2d or ISO-8601 such as PT20S");
    }

    /** The duration as the configuration would spell it. */
    static String shown(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        StringBuilder text = new StringBuilder();
        long days = duration.toDays();
        append(text, days, "d");
        append(text, duration.toHoursPart(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        append(text, duration.toMillisPart(), "ms");
        return text.isEmpty() ? duration.toString() : text.toString();
    }

    private static void append(StringBuilder text, long count, String unit) {
        if (count > 0) {
            text.append(count).append(unit);
        }
    }
}

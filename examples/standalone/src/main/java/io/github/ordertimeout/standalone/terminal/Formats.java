package io.github.ordertimeout.standalone.terminal;

import java.time.Duration;
import java.util.Locale;

/** How numbers and durations are shown to people, in every locale alike. */
public final class Formats {
    private Formats() {}

    /** {@code 12,345}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 3 d 2 h}, {@code 5 min 10 s}, {@code 1.8 s}, {@code 20 ms}: the two greatest units. */
    public static String duration(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return duration.toMillis() + " ms";
        }
        if (duration.compareTo(Duration.ofSeconds(10)) < 0) {
            return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
        }
        long days = duration.toDays();
        if (days > 0) {
            return count(days) + " d " + duration.toHoursPart() + " h";
        }
        if (duration.toHours() > 0) {
            return duration.toHours() + " h " + duration.toMinutesPart() + " min";
        }
        return duration.toMinutes() > 0
                ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
                : duration.toSeconds() + " s";
    }

    /** {@code 1 order}, {@code 2 orders}. */
    public static String counted(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }
}

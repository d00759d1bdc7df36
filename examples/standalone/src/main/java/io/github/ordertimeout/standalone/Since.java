package io.github.ordertimeout.standalone;

import io.github.ordertimeout.standalone.arguments.UsageException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A moment of the past: how long ago ({@code 30d}, {@code 12h}, {@code PT36H}), a date, or an instant. */
final class Since {
    private static final Pattern AGO = Pattern.compile("(\\d{1,5})([dhms])");

    private Since() {}

    /**
     * Reads it.
     *
     * @throws UsageException if it is none of these, or lies in the future
     */
    static Instant parse(String text, Instant now) {
        Instant since = read(text.strip(), now);
        if (since.isAfter(now)) {
            throw new UsageException("--since " + text + " lies in the future: the database says it is " + now);
        }
        return since;
    }

    private static Instant read(String text, Instant now) {
        try {
            Matcher ago = AGO.matcher(text);
            if (ago.matches()) {
                long many = Long.parseLong(ago.group(1));
                return now.minus(
                        switch (ago.group(2)) {
                            case "d" -> Duration.ofDays(many);
                            case "h" -> Duration.ofHours(many);
                            case "m" -> Duration.ofMinutes(many);
                            default -> Duration.ofSeconds(many);
                        });
            }
            if (text.toUpperCase(Locale.ROOT).startsWith("P")) {
                return now.minus(Duration.parse(text));
            }
            return text.length() == "2026-01-31".length()
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : Instant.parse(text);
        } catch (DateTimeException | ArithmeticException e) {
            throw new UsageException("--since " + text
                    + " is no moment: write how long ago (30d, 12h), a date (2026-01-31, in UTC) or an instant"
                    + " (2026-01-31T08:00:00Z)");
        }
    }
}

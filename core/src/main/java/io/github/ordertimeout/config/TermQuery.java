package io.github.ordertimeout.config;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * Terms that stand in another table: a shop's, a tenant's, a setting's.
 *
 * @param column the order's column that finds its term
 * @param query trusted SQL; its first column is a value of {@code column}, its second one the length, 0 or null for never
 * @param unit what a length of 1 means
 * @param refresh how old the terms may be before they are read again
 */
public record TermQuery(String column, String query, Unit unit, Duration refresh) {
    /** Used where {@code refresh} is not said. */
    public static final Duration DEFAULT_REFRESH = Duration.ofMinutes(1);

    /** What a length is counted in. A day has 24 hours. */
    public enum Unit {
        /** Thousandths of a second. */
        MILLIS(Duration.ofMillis(1)),
        /** Seconds. */
        SECONDS(Duration.ofSeconds(1)),
        /** Minutes. */
        MINUTES(Duration.ofMinutes(1)),
        /** Hours. */
        HOURS(Duration.ofHours(1)),
        /** 24 hours. */
        DAYS(Duration.ofDays(1));

        private final Duration one;

        Unit(Duration one) {
            this.one = one;
        }

        /**
         * The term of that many; fractions count, and what is below a millisecond is rounded up.
         *
         * @throws IllegalArgumentException if it is negative, or longer than any term; the message says so of it
         */
        public Term term(BigDecimal count) {
            if (count.signum() < 0) {
                throw new IllegalArgumentException("is negative");
            }
            BigDecimal millis =
                    count.multiply(BigDecimal.valueOf(one.toMillis())).setScale(0, RoundingMode.CEILING);
            if (millis.compareTo(BigDecimal.valueOf(DurationText.LONGEST.toMillis())) > 0) {
                throw new IllegalArgumentException("is longer than " + DurationText.shown(DurationText.LONGEST));
            }
            return millis.signum() == 0 ? Term.NEVER : Term.of(Duration.ofMillis(millis.longValueExact()));
        }
    }
}

package io.github.ordertimeout.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/** Reads how the engine works: {@code scan}, {@code close}, {@code payment}, {@code release}, {@code compensation}, {@code safety}, {@code health}, {@code tables}. */
final class EngineParser {
    private static final Duration TICK = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final int MOST_THREADS = 64;
    private static final int MOST_SHARDS = 1024;
    private static final String PREFIX = "[A-Za-z_][A-Za-z0-9_]{0,39}";

    private EngineParser() {}

    /** What rules may take over. */
    static ScanSettings scan(Section section) {
        return scan(section, TimetableParser.parse(section, Optional.empty(), false));
    }

    /** What a rule goes by. */
    static ScanSettings scan(Section section, Optional<ZoneId> ruleZone) {
        return scan(section, TimetableParser.parse(section, ruleZone, true));
    }

    private static ScanSettings scan(Section section, Timetable timetable) {
        Values values = new Values(section);
        ScanSettings defaults = ScanSettings.DEFAULT;
        return new ScanSettings(
                values.duration("interval", defaults.interval(), Duration.ofMillis(100), DAY),
                values.duration("full-interval", defaults.fullInterval(), Duration.ofMillis(100), MONTH),
                values.duration("precision", defaults.precision(), TICK, HOUR),
                values.integer("batch-size", defaults.batchSize(), 1, 10_000),
                values.integer("shards", defaults.shards(), 1, MOST_SHARDS),
                values.text("fair-by"),
                values.integer("max-per-pass", defaults.maxPerPass(), 0, Integer.MAX_VALUE),
                values.duration("time-budget", defaults.timeBudget(), Duration.ZERO, DAY),
                timetable);
    }

    static CloseSettings close(Section section) {
        Values values = new Values(section);
        CloseSettings defaults = CloseSettings.DEFAULT;
        return new CloseSettings(
                values.choice("mode", defaults.mode()),
                values.integer("threads", defaults.threads(), 1, MOST_THREADS),
                values.integer("max-per-second", defaults.maxPerSecond(), 0, 100_000),
                values.duration("lock-timeout", defaults.lockTimeout(), TICK, HOUR),
                values.duration("statement-timeout", defaults.statementTimeout(), TICK, DAY));
    }

    static CompensationSettings compensation(Section section) {
        Values values = new Values(section);
        CompensationSettings defaults = CompensationSettings.DEFAULT;
        return new CompensationSettings(
                values.duration("interval", defaults.interval(), TICK, MONTH),
                values.integer("max-attempts", defaults.maxAttempts(), 1, 1_000));
    }

    static HealthSettings health(Section section) {
        Values values = new Values(section);
        HealthSettings defaults = HealthSettings.DEFAULT;
        return new HealthSettings(
                values.integer("max-missed-passes", defaults.maxMissedPasses(), 0, 1_000),
                values.duration("max-overdue", defaults.maxOverdue(), Duration.ZERO, MONTH),
                values.integer("max-dead", defaults.maxDead(), 0, Integer.MAX_VALUE),
                values.flag("expect-matches", defaults.expectMatches()));
    }

    static TableSettings tables(Section section) {
        NotYetSupported.checkTables(section);
        Values values = new Values(section);
        String prefix = values.text("prefix").orElse(TableSettings.DEFAULT.prefix());
        if (!prefix.matches(PREFIX)) {
            section.refuse(
                    "prefix",
                    "is " + Secrets.quoted(prefix)
                            + ", but it must be at most 40 letters a-z, digits and _, and not start with a digit");
        }
        return new TableSettings(prefix, values.flag("auto-create", TableSettings.DEFAULT.autoCreate()));
    }

    static PaymentSettings payment(Section section) {
        Values values = new Values(section);
        PaymentSettings defaults = PaymentSettings.DEFAULT;
        PaymentSettings settings = new PaymentSettings(
                values.duration("timeout", defaults.timeout(), TICK, HOUR),
                values.integer("threads", defaults.threads(), 1, MOST_THREADS),
                values.integer("max-per-second", defaults.maxPerSecond(), 0, 100_000),
                values.duration("answer-valid", defaults.answerValid(), TICK, HOUR),
                values.choice("cancel-first", defaults.cancelFirst()),
                values.duration("max-defer", defaults.maxDefer(), Duration.ZERO, MONTH),
                values.duration("recheck", defaults.recheck(), Duration.ZERO, MONTH));
        if (settings.timeout().compareTo(settings.answerValid()) > 0) {
            section.refuse(
                    "timeout",
                    "is longer than answer-valid (" + settings.answerValid().toMillis()
                            + "ms): an answer that took so long would close nothing. Lower it, or raise answer-valid");
        }
        return settings;
    }

    static ReleaseSettings release(Section section) {
        Values values = new Values(section);
        ReleaseSettings defaults = ReleaseSettings.DEFAULT;
        return new ReleaseSettings(
                values.duration("timeout", defaults.timeout(), TICK, HOUR),
                values.integer("threads", defaults.threads(), 1, MOST_THREADS));
    }

    static SafetySettings safety(Section section) {
        Values values = new Values(section);
        SafetySettings defaults = SafetySettings.DEFAULT;
        return new SafetySettings(
                values.integer("max-closes-per-pass", defaults.maxClosesPerPass(), 0, Integer.MAX_VALUE),
                section.read("max-share-of-open", EngineParser::share).orElse(defaults.maxShareOfOpen()),
                values.integer("floor", defaults.floor(), 0, Integer.MAX_VALUE));
    }

    /** {@code 0.2} or {@code 20%}. */
    private static BigDecimal share(String text) {
        String number = text.strip();
        boolean percent = number.endsWith("%");
        try {
            if (number.length() < 20) {
                BigDecimal value = new BigDecimal(
                        percent ? number.substring(0, number.length() - 1).strip() : number);
                BigDecimal share = percent ? value.movePointLeft(2) : value;
                if (share.signum() >= 0 && share.compareTo(BigDecimal.ONE) <= 0) {
                    return share;
                }
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw new RefusedValueException(
                "is " + Secrets.quoted(text) + ", but it must be a share from 0 to 1, such as 0.2 or 20%");
    }
}

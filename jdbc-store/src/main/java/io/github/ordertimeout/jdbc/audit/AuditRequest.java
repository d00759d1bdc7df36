package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.config.Settings;
import java.time.Duration;
import java.util.Optional;

/**
 * What to audit.
 *
 * @param settings the rules whose tables are looked at
 * @param since how far back orders are asked whether somebody else has closed them, by the time they were made; not used where
 *     {@code after} is given, since the cursor knows the moment
 * @param after where to begin; empty at the beginning
 * @param pageSize how many rows are read at once, at least 1
 * @param resumable whether the place is kept in the library's state table after each page, an interrupted audit of the same
 *     rules is continued from there, and its end forgets it; needs the right to write that table
 */
public record AuditRequest(
        Settings settings, Duration since, Optional<AuditCursor> after, int pageSize, boolean resumable) {
    /** Thirty days. */
    public static final Duration DEFAULT_SINCE = Duration.ofDays(30);

    private static final int DEFAULT_PAGE = 500;

    /** Checks the numbers. */
    public AuditRequest {
        if (since.isNegative() || pageSize < 1) {
            throw new IllegalArgumentException("since must not be negative, and a page has at least one row");
        }
    }

    /** Of these rules, from the beginning, keeping no place; pages of 500 rows. */
    public static AuditRequest of(Settings settings) {
        return new AuditRequest(settings, DEFAULT_SINCE, Optional.empty(), DEFAULT_PAGE, false);
    }

    /** The same with orders closed elsewhere that were made so long ago at most. */
    public AuditRequest since(Duration longest) {
        return new AuditRequest(settings, longest, after, pageSize, resumable);
    }

    /** The same from there on. */
    public AuditRequest after(AuditCursor cursor) {
        return new AuditRequest(settings, since, Optional.of(cursor), pageSize, resumable);
    }

    /** The same by pages of so many rows. */
    public AuditRequest pageSize(int rows) {
        return new AuditRequest(settings, since, after, rows, resumable);
    }

    /** The same, keeping its place. */
    public AuditRequest keepingItsPlace() {
        return new AuditRequest(settings, since, after, pageSize, true);
    }
}

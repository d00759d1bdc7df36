package io.github.ordertimeout.config;

/** How a column stores a time. */
public enum TimeKind {
    /** By the column's catalog type; integer columns are refused (seconds or millis?). */
    AUTO,
    /** A date and time, with or without zone. */
    TIMESTAMP,
    /** An integer of seconds since 1970-01-01T00:00Z. */
    EPOCH_SECONDS,
    /** An integer of milliseconds since 1970-01-01T00:00Z. */
    EPOCH_MILLIS,
    /** A date that ends at 24:00 in the zone. */
    DATE
}

package io.github.ordertimeout.config;

import java.time.Duration;

/** Reads a time to pay: a duration, or {@code 0}, blank or {@code never}. */
final class TermText {
    private TermText() {}

    static Term parse(String text) {
        if (text.isBlank() || text.strip().equalsIgnoreCase("never")) {
            return Term.NEVER;
        }
        Duration length = DurationText.parse(text);
        return length.isZero() ? Term.NEVER : Term.of(length);
    }
}

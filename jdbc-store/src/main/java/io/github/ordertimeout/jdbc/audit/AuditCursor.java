package io.github.ordertimeout.jdbc.audit;

/**
 * A place in an audit: everything before it was looked at. A text without spaces, good for command lines and tables; only an
 * audit understands it.
 *
 * @param text as {@link AuditRequest#after} takes it
 */
public record AuditCursor(String text) {
    /**
     * Checks that it is one.
     *
     * @throws IllegalArgumentException if no audit has written this text
     */
    public AuditCursor {
        Place.parse(text);
    }

    Place place() {
        return Place.parse(text);
    }

    @Override
    public String toString() {
        return text;
    }
}

package io.github.ordertimeout.jdbc.dialect;

/** Quotes identifiers. */
final class Quotes {
    private Quotes() {}

    static String around(String identifier, char quote) {
        if (identifier.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("A name cannot contain the character NUL.");
        }
        String mark = String.valueOf(quote);
        return mark + identifier.replace(mark, mark + mark) + mark;
    }
}

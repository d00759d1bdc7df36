package io.github.ordertimeout.jdbc.schema;

/** Makes text for people fit its column, where failing over it would cost more than the missing end. */
public final class Cut {
    private Cut() {}

    /**
     * At most that many UTF-16 units, which is what H2 counts and never less than what the others count; the last is an ellipsis
     * where something is missing. Never half a character, and never NUL, which PostgreSQL refuses.
     */
    public static String to(int most, String text) {
        String storable = text.replace('\0', ' ');
        if (storable.length() <= most) {
            return storable;
        }
        int end = Character.isHighSurrogate(storable.charAt(most - 2)) ? most - 2 : most - 1;
        return storable.substring(0, end) + "…";
    }
}

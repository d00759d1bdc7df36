package io.github.ordertimeout.memory;

import java.util.Comparator;

/** Names one row of the database, there or not: what locks are held on. */
record RowId(String table, String key) {
    /** Stands between the parts of a compound key; no text of an order holds it. */
    private static final String SEPARATOR = "\u001f";

    /** The order of a table's keys: whole numbers by value, then everything else as text. */
    static final Comparator<String> KEY_ORDER = Comparator.comparing(RowId::isNumber)
            .reversed()
            .thenComparing(key -> isNumber(key) ? key.length() : 0)
            .thenComparing(Comparator.naturalOrder());

    static String compoundKey(String... parts) {
        return String.join(SEPARATOR, parts);
    }

    private static boolean isNumber(String key) {
        return !key.isEmpty() && key.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public String toString() {
        return "row " + key.replace(SEPARATOR, "/") + " of table \"" + table + "\"";
    }
}

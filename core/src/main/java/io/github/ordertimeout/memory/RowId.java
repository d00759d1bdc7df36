package io.github.ordertimeout.memory;

import java.util.Comparator;

/** Names one row of the database, there or not: what locks are held on. */
record RowId(String table, String key) {
    /** Stands between the parts of a compound key; no text of an order holds it. */
    private static final String SEPARATOR = "\u001f";

    /** The order of a table's keys: whole numbers by value, then everything else as text. */
    static final Comparator<String> KEY_ORDER = (one, other) -> {
        boolean number = isNumber(one);
        if (number != isNumber(other)) {
            return number ? -1 : 1;
        }
        int byLength = number ? Integer.compare(one.length(), other.length()) : 0;
        return byLength != 0 ? byLength : one.compareTo(other);
    };

    static String compoundKey(String... parts) {
        return String.join(SEPARATOR, parts);
    }

    private static boolean isNumber(String key) {
        for (int i = 0; i < key.length(); i++) {
            if (key.charAt(i) < '0' || key.charAt(i) > '9') {
                return false;
            }
        }
        return !key.isEmpty();
    }

    @Override
    public String toString() {
        return "row " + key.replace(SEPARATOR, "/") + " of table \"" + table + "\"";
    }
}

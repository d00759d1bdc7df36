package io.github.ordertimeout.config;

import java.util.regex.Pattern;

/** Writes keys as people write them: {@code rules.unpaid.timeouts-by[0].where[my key]}. */
final class Keys {
    static final String ROOT = "order-timeout";

    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{M}\\p{N}_$-]+");

    private Keys() {}

    static String child(String parent, String name) {
        if (parent.isEmpty()) {
            return name;
        }
        return PLAIN.matcher(name).matches() ? parent + "." + name : parent + "[" + name + "]";
    }

    static String item(String parent, int index) {
        return parent + "[" + index + "]";
    }
}

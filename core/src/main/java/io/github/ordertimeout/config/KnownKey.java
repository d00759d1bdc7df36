package io.github.ordertimeout.config;

import java.util.ArrayList;
import java.util.List;

/**
 * A key that exists, for tools that list or complete keys.
 *
 * @param name in full, such as {@code order-timeout.rules.*.timeout}: {@code *} stands for a rule's name, {@code []} for an item
 * @param columns whether names of columns stand below it
 */
public record KnownKey(String name, boolean columns) {
    /** Every key below {@code order-timeout}, in the order in which they are documented. */
    public static List<KnownKey> all() {
        List<KnownKey> keys = new ArrayList<>();
        collect(Keys.ROOT, Shape.ORDER_TIMEOUT, keys);
        return List.copyOf(keys);
    }

    private static void collect(String path, Shape shape, List<KnownKey> keys) {
        if (shape instanceof Shape.Group group) {
            group.keys().forEach((key, below) -> collect(Keys.child(path, key), below, keys));
        } else if (shape instanceof Shape.Rules rules) {
            collect(path + ".*", rules.each(), keys);
        } else if (shape instanceof Shape.Rows rows) {
            collect(path + "[]", rows.each(), keys);
        } else {
            keys.add(new KnownKey(path, shape instanceof Shape.Columns));
        }
    }
}

package io.github.ordertimeout.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Configuration as text: what every source (YAML, properties, command line, environment, Spring) is brought to first. */
public sealed interface ConfigTree {
    /**
     * One text value, untouched.
     *
     * @param text the value as written
     */
    record Scalar(String text) implements ConfigTree {}

    /** A YAML null ({@code key:}, {@code ~}, {@code null} without quotes): counts as absent, except where a value is needed. */
    record Null() implements ConfigTree {}

    /**
     * Several values.
     *
     * @param items in the order written
     */
    record Items(List<ConfigTree> items) implements ConfigTree {
        /** Copies the items. */
        public Items {
            items = List.copyOf(items);
        }
    }

    /**
     * Named values.
     *
     * @param entries in the order written
     */
    record Node(Map<String, ConfigTree> entries) implements ConfigTree {
        /** Copies the entries, keeping their order. */
        public Node {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }
}

package io.github.ordertimeout.spring.properties;

import io.github.ordertimeout.config.ConfigTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A tree in the making. A step of a path is a key, which may be dotted, or the number of an item. */
final class TreeOfTexts {
    private final Map<Object, Object> root = new LinkedHashMap<>();

    boolean isEmpty() {
        return root.isEmpty();
    }

    @SuppressWarnings("unchecked") // only this method puts maps there
    void put(List<?> path, ConfigTree leaf) {
        Map<Object, Object> at = root;
        for (Object step : path.subList(0, path.size() - 1)) {
            at = (Map<Object, Object>) at.computeIfAbsent(step, absent -> new LinkedHashMap<>());
        }
        at.put(path.get(path.size() - 1), leaf);
    }

    ConfigTree.Node build() {
        return (ConfigTree.Node) build(root);
    }

    private static ConfigTree build(Object value) {
        if (value instanceof ConfigTree leaf) {
            return leaf;
        }
        Map<?, ?> entries = (Map<?, ?>) value;
        if (!entries.isEmpty() && entries.keySet().stream().allMatch(Integer.class::isInstance)) {
            List<ConfigTree> items = new ArrayList<>();
            entries.values().forEach(item -> items.add(build(item)));
            return new ConfigTree.Items(items);
        }
        Map<String, ConfigTree> node = new LinkedHashMap<>();
        entries.forEach((key, below) -> node.put((String) key, build(below)));
        return new ConfigTree.Node(node);
    }
}

package io.github.ordertimeout.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A group of keys. Sections may lie over one another (a rule's {@code scan} over the top level's): then the upper one wins key by
 * key, and a fault names the key that it stands in.
 */
final class Section {
    private final List<Layer> layers;
    private final Findings findings;

    private Section(List<Layer> layers, Findings findings) {
        this.layers = List.copyOf(layers);
        this.findings = findings;
    }

    private record Layer(String path, Map<String, ConfigTree> entries) {}

    /**
     * What stands under a key.
     *
     * @param path the full key
     * @param tree the value; never null's stand-in
     */
    record Entry(String path, ConfigTree tree) {}

    static Section of(String path, ConfigTree tree, Findings findings) {
        return new Section(List.of(new Layer(path, entries(path, tree, findings))), findings);
    }

    /** The section under a key; empty where there is none. */
    Section child(String key) {
        List<Layer> below = layers.stream()
                .map(layer -> {
                    String path = Keys.child(layer.path(), key);
                    ConfigTree tree = layer.entries().getOrDefault(key, new ConfigTree.Null());
                    return new Layer(path, entries(path, tree, findings));
                })
                .toList();
        return new Section(below, findings);
    }

    /** This section, with the other one answering for what is not here. */
    Section over(Section base) {
        List<Layer> all = new ArrayList<>(layers);
        all.addAll(base.layers);
        return new Section(all, findings);
    }

    boolean isEmpty() {
        return layers.stream().allMatch(layer -> layer.entries().isEmpty());
    }

    /** Whether the key is written at all, if only as null. */
    boolean mentions(String key) {
        return layers.stream().anyMatch(layer -> layer.entries().containsKey(key));
    }

    /** Whether the key holds something: not null, not blank, not an empty list or map. */
    boolean has(String key) {
        return entry(key).filter(entry -> !isBlank(entry.tree())).isPresent();
    }

    /** The full key, where it is written, else where it would be. */
    String path(String key) {
        return layers.stream()
                .filter(layer -> layer.entries().containsKey(key))
                .findFirst()
                .map(layer -> Keys.child(layer.path(), key))
                .orElseGet(() -> Keys.child(layers.get(0).path(), key));
    }

    Optional<Entry> entry(String key) {
        for (Layer layer : layers) {
            ConfigTree tree = layer.entries().get(key);
            if (tree != null && !(tree instanceof ConfigTree.Null)) {
                return Optional.of(new Entry(Keys.child(layer.path(), key), tree));
            }
        }
        return Optional.empty();
    }

    /** The value as the reader understands it; empty where it is absent, blank or refused. */
    <T> Optional<T> read(String key, Function<String, T> reader) {
        return scalar(key).filter(text -> !text.isBlank()).flatMap(text -> read(path(key), text, reader));
    }

    /** Reads one text on behalf of a key. */
    <T> Optional<T> read(String path, String text, Function<String, T> reader) {
        try {
            return Optional.of(reader.apply(text));
        } catch (RefusedValueException e) {
            findings.refuse(path, e.predicate());
            return Optional.empty();
        }
    }

    /** The text under a key, blank or not. */
    Optional<String> scalar(String key) {
        Optional<Entry> entry = entry(key);
        if (entry.isPresent() && !(entry.get().tree() instanceof ConfigTree.Scalar)) {
            findings.refuse(
                    entry.get().path(),
                    "must be a single value, not " + kind(entry.get().tree()));
            return Optional.empty();
        }
        return entry.map(present -> ((ConfigTree.Scalar) present.tree()).text());
    }

    Findings findings() {
        return findings;
    }

    void refuse(String key, String predicate) {
        findings.refuse(path(key), predicate);
    }

    static String kind(ConfigTree tree) {
        return tree instanceof ConfigTree.Items
                ? "a list"
                : tree instanceof ConfigTree.Node
                        ? "a group of keys"
                        : tree instanceof ConfigTree.Null ? "null" : "a text";
    }

    static boolean isBlank(ConfigTree tree) {
        if (tree instanceof ConfigTree.Scalar scalar) {
            String text = scalar.text().strip();
            return text.isEmpty() || text.equals("{}") || text.equals("[]");
        }
        if (tree instanceof ConfigTree.Node node) {
            return node.entries().isEmpty();
        }
        return !(tree instanceof ConfigTree.Items items) || items.items().isEmpty();
    }

    /** The entries of a map; none where there is nothing, and a fault where there is something else. */
    static Map<String, ConfigTree> entries(String path, ConfigTree tree, Findings findings) {
        if (tree instanceof ConfigTree.Node node) {
            return node.entries();
        }
        if (!isBlank(tree)) {
            findings.refuse(path, "must hold keys below it, not " + kind(tree));
        }
        return Map.of();
    }
}

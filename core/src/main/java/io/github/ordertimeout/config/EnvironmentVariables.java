package io.github.ordertimeout.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads {@code ORDER_TIMEOUT_…}: a key in capitals, with {@code _} for all else. A name in capitals says too little to make new
 * rules or columns of it, so it is matched against every key there is and the names that other sources have.
 */
final class EnvironmentVariables {
    private static final String PREFIX = "ORDER_TIMEOUT_";
    private static final String FOR_TESTS = PREFIX + "TEST_";

    private final Map<String, List<List<KeyPath.Step>>> targets = new LinkedHashMap<>();
    private final List<String> spelled = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** Knows the names in this tree. */
    EnvironmentVariables(ConfigTree known) {
        if (known instanceof ConfigTree.Node file) {
            collect(Shape.ORDER_TIMEOUT, below(file, Keys.ROOT), List.of(new KeyPath.Name(Keys.ROOT)), "");
            collect(Shape.JDBC, below(file, "jdbc"), List.of(new KeyPath.Name("jdbc")), "_JDBC");
        }
    }

    Draft read(Map<String, String> environment) {
        Draft draft = new Draft();
        new TreeMap<>(environment).forEach((variable, value) -> {
            String name = variable.toUpperCase(Locale.ROOT);
            if (name.startsWith(PREFIX) && !name.startsWith(FOR_TESTS)) {
                target(variable, name).ifPresent(steps -> draft.replace(steps, value));
            }
        });
        return draft;
    }

    List<String> warnings() {
        return warnings;
    }

    private Optional<List<KeyPath.Step>> target(String variable, String name) {
        List<List<KeyPath.Step>> found = targets.getOrDefault(folded(name.substring(PREFIX.length())), List.of());
        if (found.size() == 1) {
            return Optional.of(found.get(0));
        }
        String why = found.isEmpty()
                ? " names no setting and no configured rule, and is ignored"
                        + Nearest.to(name, spelled)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(".")
                : " could mean several settings, and is ignored: set them in the file or on the command line.";
        warnings.add("Environment variable " + variable + why);
        return Optional.empty();
    }

    private void collect(Shape shape, ConfigTree tree, List<KeyPath.Step> steps, String name) {
        if (shape instanceof Shape.Group group) {
            group.keys()
                    .forEach((key, below) ->
                            collect(below, below(tree, key), with(steps, new KeyPath.Name(key)), name + "_" + key));
        } else if (shape instanceof Shape.Rules rules && tree instanceof ConfigTree.Node node) {
            node.entries()
                    .forEach((key, below) ->
                            collect(rules.each(), below, with(steps, new KeyPath.Name(key)), name + "_" + key));
        } else if (shape instanceof Shape.Columns && tree instanceof ConfigTree.Node node) {
            node.entries()
                    .forEach((key, below) ->
                            collect(Shape.VALUE, below, with(steps, new KeyPath.Name(key)), name + "_" + key));
        } else if (shape instanceof Shape.Rows rows && tree instanceof ConfigTree.Items list) {
            for (int i = 0; i < list.items().size(); i++) {
                collect(rows.each(), list.items().get(i), with(steps, new KeyPath.Index(i)), name + "_" + i);
            }
        } else if (shape instanceof Shape.Value) {
            targets.computeIfAbsent(folded(name), absent -> new ArrayList<>()).add(steps);
            spelled.add("ORDER_TIMEOUT" + name.toUpperCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "_"));
        }
    }

    private static ConfigTree below(ConfigTree tree, String key) {
        return tree instanceof ConfigTree.Node node
                ? node.entries().getOrDefault(key, new ConfigTree.Null())
                : new ConfigTree.Null();
    }

    private static List<KeyPath.Step> with(List<KeyPath.Step> steps, KeyPath.Step more) {
        List<KeyPath.Step> all = new ArrayList<>(steps);
        all.add(more);
        return all;
    }

    private static String folded(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    }
}

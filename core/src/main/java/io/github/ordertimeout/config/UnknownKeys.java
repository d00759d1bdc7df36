package io.github.ordertimeout.config;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Refuses every key that does not exist, and names the one that was probably meant. */
final class UnknownKeys {
    private static final int LISTED = 20;

    private final Findings findings;

    UnknownKeys(Findings findings) {
        this.findings = findings;
    }

    void check(String path, Shape shape, ConfigTree tree) {
        if (tree instanceof ConfigTree.Node node) {
            if (shape instanceof Shape.Group group) {
                node.entries().forEach((key, value) -> checkKey(path, group, key, value));
            } else if (shape instanceof Shape.Rules rules) {
                node.entries().forEach((name, rule) -> check(Keys.child(path, name), rules.each(), rule));
            }
        } else if (tree instanceof ConfigTree.Items items && shape instanceof Shape.Rows rows) {
            List<ConfigTree> list = items.items();
            for (int i = 0; i < list.size(); i++) {
                check(Keys.item(path, i), rows.each(), list.get(i));
            }
        }
    }

    /** Looks at the keys of this group alone, not at what stands below them. */
    void checkNames(String path, Shape.Group group, ConfigTree.Node node) {
        node.entries().keySet().stream()
                .filter(key -> !group.keys().containsKey(key))
                .forEach(key -> findings.refuse(Keys.child(path, key), advice(path, group, key)));
    }

    private void checkKey(String path, Shape.Group group, String key, ConfigTree value) {
        Shape below = group.keys().get(key);
        if (below == null) {
            findings.refuse(Keys.child(path, key), advice(path, group, key));
        } else {
            check(Keys.child(path, key), below, value);
        }
    }

    private static String advice(String path, Shape.Group group, String key) {
        Optional<String> home = home("", Shape.FILE, key);
        if (home.isPresent()) {
            String place = home.get().isEmpty() ? "at the top level of the file" : "under " + home.get();
            return "is not a key here: `" + key + "` belongs " + place;
        }
        Optional<String> near = Nearest.to(key, group.keys().keySet());
        if (near.isPresent()) {
            return "is not a key; did you mean `" + near.get() + "`?";
        }
        if (group.keys().size() <= LISTED) {
            return "is not a key; " + (path.isEmpty() ? "the file" : path) + " holds "
                    + String.join(", ", group.keys().keySet());
        }
        List<String> alike = group.keys().keySet().stream()
                .filter(name -> sharesWords(name, key))
                .sorted()
                .toList();
        return alike.isEmpty()
                ? "is not a key of a rule; docs/configuration.md lists them"
                : "is not a key; did you mean "
                        + alike.stream().map(name -> "`" + name + "`").collect(Collectors.joining(" or ")) + "?";
    }

    /** {@code quantity-column} for {@code item-quantity-column}: one name holds every word of the other. */
    private static boolean sharesWords(String name, String written) {
        List<String> one = List.of(name.split("-"));
        List<String> other = List.of(written.split("[-_]"));
        return one.containsAll(other) || other.containsAll(one);
    }

    /** Where a key of exactly this name exists; at the top rather than inside a rule. */
    private static Optional<String> home(String path, Shape shape, String key) {
        if (shape instanceof Shape.Rules rules) {
            return home(path + ".NAME", rules.each(), key);
        }
        if (!(shape instanceof Shape.Group group)) {
            return Optional.empty();
        }
        if (group.keys().containsKey(key)) {
            return Optional.of(path);
        }
        return group.keys().entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getValue() instanceof Shape.Rules))
                .flatMap(entry -> home(Keys.child(path, entry.getKey()), entry.getValue(), key).stream())
                .findFirst();
    }
}

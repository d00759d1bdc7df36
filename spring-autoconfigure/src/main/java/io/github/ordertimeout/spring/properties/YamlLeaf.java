package io.github.ordertimeout.spring.properties;

import io.github.ordertimeout.config.ConfigTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A value of a YAML file with the place where it stands.
 *
 * @param document which of the file's, counted from 0
 * @param line counted from 0
 * @param column counted from 0
 * @param path the keys, as written, and numbers of items that lead there
 * @param name what Spring makes of the path; anything in brackets where the key is no text to it
 * @param value a text, null or an empty collection
 */
record YamlLeaf(int document, int line, int column, List<Object> path, Pattern name, ConfigTree value) {
    private static final int MOST = 100_000;

    boolean flattensTo(String property) {
        return name.matcher(property).matches();
    }

    /** A map without entries, of which Spring makes nothing at all. */
    boolean isEmptyMap() {
        return value instanceof ConfigTree.Node;
    }

    /** All of these documents. */
    static List<YamlLeaf> of(Iterable<Node> documents) {
        Collector collector = new Collector();
        documents.forEach(document -> {
            collector.add(document, List.of(), "");
            collector.document++;
        });
        return collector.leaves;
    }

    private static final class Collector {
        private final List<YamlLeaf> leaves = new ArrayList<>();
        private int document;

        private void add(Node node, List<Object> path, String name) {
            if (leaves.size() > MOST) {
                return; // aliases multiply; what is left out is read as Spring read it, or refused
            }
            if (node instanceof MappingNode map && !map.getValue().isEmpty()) {
                map.getValue().forEach(entry -> addEntry(entry, path, name));
            } else if (node instanceof SequenceNode list && !list.getValue().isEmpty()) {
                for (int i = 0; i < list.getValue().size(); i++) {
                    add(list.getValue().get(i), with(path, i), name + "\\[" + i + "\\]");
                }
            } else {
                leaves.add(new YamlLeaf(
                        document,
                        node.getStartMark().getLine(),
                        node.getStartMark().getColumn(),
                        path,
                        Pattern.compile(name, Pattern.DOTALL),
                        value(node)));
            }
        }

        private void addEntry(NodeTuple entry, List<Object> path, String name) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                return;
            }
            if (key.getTag().equals(Tag.MERGE)) {
                merged(entry.getValueNode(), path, name);
                return;
            }
            String text = key.getValue();
            boolean isText = key.getTag().equals(Tag.STR) || key.getTag().equals(Tag.TIMESTAMP);
            String dot = name.isEmpty() || text.startsWith("[") ? "" : "\\.";
            add(entry.getValueNode(), with(path, text), name + (isText ? dot + Pattern.quote(text) : "\\[[^\\]]*\\]"));
        }

        private void merged(Node value, List<Object> path, String name) {
            if (value instanceof MappingNode map) {
                map.getValue().forEach(entry -> addEntry(entry, path, name));
            } else if (value instanceof SequenceNode list) {
                list.getValue().forEach(item -> merged(item, path, name));
            }
        }

        private static ConfigTree value(Node node) {
            if (node instanceof ScalarNode scalar) {
                return scalar.getTag().equals(Tag.NULL)
                        ? new ConfigTree.Null()
                        : new ConfigTree.Scalar(scalar.getValue());
            }
            return node instanceof SequenceNode ? new ConfigTree.Items(List.of()) : new ConfigTree.Node(Map.of());
        }

        private static List<Object> with(List<Object> path, Object step) {
            List<Object> longer = new ArrayList<>(path);
            longer.add(step);
            return List.copyOf(longer);
        }
    }
}

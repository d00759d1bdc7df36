package io.github.ordertimeout.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads a YAML file token by token, so that every scalar keeps its text and only a plain null is null. */
final class YamlText {
    /** Aliases multiply: a few lines of them could fill the memory. */
    private static final int MOST_VALUES = 100_000;

    private static final String MERGE = "<<";

    private final String file;
    private final YAMLParser parser;
    private final Findings findings;
    private final Map<String, Anchored> anchors = new HashMap<>();
    private int values;

    private record Anchored(ConfigTree tree, int values) {}

    private YamlText(String file, YAMLParser parser, Findings findings) {
        this.file = file;
        this.parser = parser;
        this.findings = findings;
    }

    /** The file's keys; an empty file has none. */
    static ConfigTree.Node read(String file, String text, Findings findings) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            return new YamlText(file, parser, findings).document();
        } catch (JsonProcessingException e) {
            throw broken(file, e.getLocation(), e.getCause(), e.getOriginalMessage());
        } catch (IOException | YAMLException e) {
            throw broken(file, null, e, String.valueOf(e.getMessage()));
        }
    }

    private ConfigTree.Node document() throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            return new ConfigTree.Node(Map.of());
        }
        ConfigTree tree = value();
        if (parser.nextToken() != null || (!parser.isClosed() && parser.nextToken() != null)) {
            findings.refuse(here() + "another document begins, but a configuration is one document: take the --- out");
        }
        if (tree instanceof ConfigTree.Node node) {
            return node;
        }
        if (!(tree instanceof ConfigTree.Null)) {
            findings.refuse(
                    file + " holds " + Section.kind(tree) + ", but it must hold keys: begin with order-timeout:");
        }
        return new ConfigTree.Node(Map.of());
    }

    private ConfigTree value() throws IOException {
        int before = values;
        count(1);
        if (parser.isCurrentAlias()) {
            return alias(parser.getText());
        }
        String anchor =
                parser.getObjectId() == null ? null : parser.getObjectId().toString();
        JsonToken token = parser.currentToken();
        ConfigTree tree = token == JsonToken.START_OBJECT
                ? node()
                : token == JsonToken.START_ARRAY
                        ? items()
                        : token == JsonToken.VALUE_NULL
                                ? new ConfigTree.Null()
                                : new ConfigTree.Scalar(parser.getText());
        if (anchor != null) {
            anchors.put(anchor, new Anchored(tree, values - before));
        }
        return tree;
    }

    private ConfigTree alias(String name) throws IOException {
        Anchored anchored = anchors.get(name);
        if (anchored == null) {
            findings.refuse(here() + "*" + name + " points at no map or list marked &" + name
                    + ": an alias stands only for those, so write the text out");
            return new ConfigTree.Null();
        }
        count(anchored.values());
        return anchored.tree();
    }

    private void count(int more) {
        values += more;
        if (values > MOST_VALUES) {
            throw new ConfigurationException(here() + "the file holds more than " + MOST_VALUES
                    + " values: use fewer aliases, or split the work into several configurations.");
        }
    }

    private ConfigTree items() throws IOException {
        List<ConfigTree> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value());
        }
        return new ConfigTree.Items(items);
    }

    private ConfigTree node() throws IOException {
        Map<String, ConfigTree> entries = new LinkedHashMap<>();
        Map<String, ConfigTree> merged = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            String where = here();
            if (parser.isCurrentAlias()) {
                findings.refuse(where + "*" + key + " is an alias in a key's place: write the key itself");
            }
            parser.nextToken();
            ConfigTree value = value();
            if (key.equals(MERGE)) {
                merge(where, value, merged);
            } else if (entries.putIfAbsent(key, value) != null) {
                findings.refuse(where + "the key " + key + " is given twice: keep one");
            }
        }
        merged.forEach(entries::putIfAbsent);
        return new ConfigTree.Node(entries);
    }

    private void merge(String where, ConfigTree value, Map<String, ConfigTree> merged) {
        if (value instanceof ConfigTree.Node node) {
            node.entries().forEach(merged::putIfAbsent);
        } else if (value instanceof ConfigTree.Items items) {
            items.items().forEach(item -> merge(where, item, merged));
        } else {
            findings.refuse(where + "<< takes a map to merge: write <<: *NAME");
        }
    }

    private String here() {
        return place(file, parser.currentTokenLocation());
    }

    private static String place(String file, @Nullable JsonLocation location) {
        return location == null || location.getLineNr() < 1
                ? file + ": "
                : file + " line " + location.getLineNr() + " column " + location.getColumnNr() + ": ";
    }

    /** The parser's own message quotes the file, which may hold a password; only what it found wrong is told. */
    private static ConfigurationException broken(
            String file, @Nullable JsonLocation location, @Nullable Throwable cause, String message) {
        String place = place(file, location);
        String problem = message.lines().findFirst().orElse("");
        if (cause instanceof MarkedYAMLException marked) {
            problem = marked.getProblem() == null ? "" : marked.getProblem();
            if (marked.getProblemMark() != null) {
                place = file + " line " + (marked.getProblemMark().getLine() + 1) + " column "
                        + (marked.getProblemMark().getColumn() + 1) + ": ";
            }
        }
        return new ConfigurationException(place + "this is not YAML (" + Secrets.masked(problem)
                + "); indent with blanks, not tabs, and put a text in quotes where it holds \": \" or \" #\""
                + " or begins with one of : @ ` % & * ! | > { [ ' \".");
    }
}

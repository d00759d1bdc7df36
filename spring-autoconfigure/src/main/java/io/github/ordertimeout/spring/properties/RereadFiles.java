package io.github.ordertimeout.spring.properties;

import io.github.ordertimeout.config.ConfigTree;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.io.Resource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.UnicodeReader;

/**
 * Reads YAML files once more, as far as the text of each value: Boot's loader has made {@code 1} of {@code +1}, {@code false} of
 * {@code no} and {@code [false]} of a column named {@code no}, but tells at which line and column each value stands.
 */
final class RereadFiles {
    private final Map<String, List<YamlLeaf>> leaves = new HashMap<>();

    /**
     * What is written at a place.
     *
     * @param document the document that it is in
     * @param name what Spring makes of the path
     * @param path the keys, as written, and numbers of items that lead there
     * @param value a text, null or an empty collection
     */
    record Written(Document document, Pattern name, List<Object> path, ConfigTree value) {}

    /** One document of a file. */
    record Document(String file, int number) {}

    /** Empty where the file is no YAML, or cannot be read any more. */
    Optional<Written> written(String name, Resource file, TextResourceOrigin.Location place) {
        List<YamlLeaf> here = leaves(file).stream()
                .filter(leaf -> leaf.line() == place.getLine() && leaf.column() == place.getColumn())
                .filter(leaf -> leaf.flattensTo(name))
                .toList();
        // An alias puts one value at several keys: their names tell them apart.
        return here.size() == 1 ? Optional.of(written(file.getDescription(), here.get(0))) : Optional.empty();
    }

    private static Written written(String file, YamlLeaf leaf) {
        return new Written(new Document(file, leaf.document()), leaf.name(), leaf.path(), leaf.value());
    }

    /** The empty maps of a document that was read; older Springs pass them over, newer ones make a blank text of them. */
    List<Written> emptyMaps(Document document) {
        return leaves.getOrDefault(document.file(), List.of()).stream()
                .filter(leaf -> leaf.document() == document.number() && leaf.isEmptyMap())
                .filter(leaf -> !leaf.path().isEmpty()
                        && OwnNames.isOurs(String.valueOf(leaf.path().get(0))))
                .map(leaf -> written(document.file(), leaf))
                .toList();
    }

    private List<YamlLeaf> leaves(Resource file) {
        String name = String.valueOf(file.getFilename()).toLowerCase(Locale.ROOT);
        return name.endsWith(".properties")
                ? List.of()
                : leaves.computeIfAbsent(file.getDescription(), absent -> parse(file));
    }

    private static List<YamlLeaf> parse(Resource file) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(Integer.MAX_VALUE);
        options.setCodePointLimit(Integer.MAX_VALUE);
        try (InputStream in = file.getInputStream()) {
            return YamlLeaf.of(new Yaml(options).composeAll(new UnicodeReader(in)));
        } catch (IOException | YAMLException e) {
            return List.of();
        }
    }
}

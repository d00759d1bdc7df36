package io.github.ordertimeout.spring.properties;

import io.github.ordertimeout.config.ConfigLayers;
import io.github.ordertimeout.config.ConfigTree;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Turns one property source into a tree of texts. */
final class SourceReader {
    private final EnumerablePropertySource<?> source;
    private final Environment environment;
    private final RereadFiles files;
    private final ConfigLayers layers;
    private final TreeOfTexts tree = new TreeOfTexts();
    private final Set<RereadFiles.Document> documents = new LinkedHashSet<>();
    private final Set<String> blanks = new LinkedHashSet<>();

    SourceReader(EnumerablePropertySource<?> source, Environment environment, RereadFiles files, ConfigLayers layers) {
        this.source = source;
        this.environment = environment;
        this.files = files;
        this.layers = layers;
    }

    /** What it holds below {@code order-timeout}; empty where that is nothing. */
    Optional<ConfigTree.Node> read() {
        for (String name : source.getPropertyNames()) {
            if (OwnNames.isOurs(name) && !SpringKeys.ALL.contains(name)) {
                take(name);
            } else if (OwnNames.isMisspelled(name) && !(source instanceof SystemEnvironmentPropertySource)) {
                layers.refuse(
                        name + " (" + source.getName() + ") is not read: keys are spelled as documented here, so begin"
                                + " with order-timeout. and keep its dashes");
            }
        }
        documents.forEach(document -> files.emptyMaps(document).forEach(this::takeEmpty));
        blanks.forEach(name -> tree.put(List.of(name), new ConfigTree.Scalar("")));
        return tree.isEmpty() ? Optional.empty() : Optional.of(tree.build());
    }

    private void take(String name) {
        Optional<RereadFiles.Written> written = written(name);
        if (written.isPresent()) {
            documents.add(written.get().document());
            tree.put(written.get().path(), resolved(name, written.get().value()));
            return;
        }
        Object value = source.getProperty(name);
        if (value instanceof CharSequence text && text.isEmpty()) {
            blanks.add(name);
            return;
        }
        RawValue.textOf(name, value)
                .ifPresentOrElse(
                        text -> tree.put(List.of(name), resolved(name, text)),
                        () -> layers.refuse(name + " is not a text in " + source.getName()
                                + ", which made another value of it before it could be read: put it in quotes there"));
    }

    private void takeEmpty(RereadFiles.Written empty) {
        tree.put(empty.path(), empty.value());
        blanks.removeIf(name -> empty.name().matcher(name).matches());
    }

    /** What the file itself says, where a value comes from a YAML file that can be read again. */
    private Optional<RereadFiles.Written> written(String name) {
        if (OriginLookup.getOrigin(source, name) instanceof TextResourceOrigin origin
                && origin.getResource() != null
                && origin.getLocation() != null) {
            return files.written(name, origin.getResource(), origin.getLocation());
        }
        return Optional.empty();
    }

    private ConfigTree resolved(String name, ConfigTree value) {
        if (!(value instanceof ConfigTree.Scalar scalar) || !scalar.text().contains("${")) {
            return value;
        }
        if (OwnNames.isLiteral(name) || scalar.text().startsWith("sql:")) {
            layers.warn(
                    name + " holds ${…}, which is taken as it is written: placeholders are not resolved in values of"
                            + " columns and in SQL");
            return value;
        }
        try {
            return new ConfigTree.Scalar(environment.resolveRequiredPlaceholders(scalar.text()));
        } catch (IllegalArgumentException e) {
            layers.refuse(name + " holds a placeholder that cannot be resolved (" + e.getMessage()
                    + "): define it, or give it a default like ${NAME:default}");
            return new ConfigTree.Null();
        }
    }
}

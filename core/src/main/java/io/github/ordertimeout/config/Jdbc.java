package io.github.ordertimeout.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a file says about the database, or about several by name. No value of it ever comes into a message. */
record Jdbc(NamedJdbc only, Map<String, NamedJdbc> dataSources) {
    private static final String KEY = "jdbc";
    private static final String DATA_SOURCES = "data-sources";

    static Jdbc read(ConfigTree.Node file, Findings findings) {
        Map<String, ConfigTree> entries = entries(KEY, file.entries(), KEY, findings);
        new UnknownKeys(findings).checkNames(KEY, Shape.JDBC, new ConfigTree.Node(entries));
        String path = Keys.child(KEY, DATA_SOURCES);
        Map<String, NamedJdbc> dataSources = new LinkedHashMap<>();
        Map<String, ConfigTree> named = entries(path, entries, DATA_SOURCES, findings);
        named.keySet().forEach(name -> {
            String below = Keys.child(path, name);
            Map<String, ConfigTree> one = entries(below, named, name, findings);
            new UnknownKeys(findings).checkNames(below, Shape.DATA_SOURCE, new ConfigTree.Node(one));
            NamedJdbc read = read(below, one, findings);
            if (read.url().isEmpty()) {
                findings.refuse(Keys.child(below, "url"), "is required: write the JDBC URL of that data source");
            }
            dataSources.put(name, read);
        });
        return new Jdbc(read(KEY, entries, findings), dataSources);
    }

    private static NamedJdbc read(String path, Map<String, ConfigTree> entries, Findings findings) {
        return new NamedJdbc(
                text(path, entries, "url", findings)
                        .filter(url -> !url.isBlank())
                        .map(String::strip),
                text(path, entries, "user", findings),
                text(path, entries, "password", findings));
    }

    private static Map<String, ConfigTree> entries(
            String path, Map<String, ConfigTree> above, String key, Findings findings) {
        return Section.entries(path, above.getOrDefault(key, new ConfigTree.Null()), findings);
    }

    private static Optional<String> text(String path, Map<String, ConfigTree> entries, String key, Findings findings) {
        ConfigTree tree = entries.getOrDefault(key, new ConfigTree.Null());
        if (tree instanceof ConfigTree.Scalar scalar) {
            return Optional.of(scalar.text());
        }
        if (!(tree instanceof ConfigTree.Null)) {
            findings.refuse(Keys.child(path, key), "must be a single value, not " + Section.kind(tree));
        }
        return Optional.empty();
    }
}

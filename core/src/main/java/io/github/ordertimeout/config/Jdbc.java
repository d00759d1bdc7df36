package io.github.ordertimeout.config;

import java.util.Map;
import java.util.Optional;

/** What a file says about the database. No value of it ever comes into a message. */
record Jdbc(Optional<String> url, Optional<String> user, Optional<String> password) {
    private static final String KEY = "jdbc";

    static Jdbc read(ConfigTree.Node file, Findings findings) {
        ConfigTree tree = file.entries().getOrDefault(KEY, new ConfigTree.Null());
        Map<String, ConfigTree> entries = Section.entries(KEY, tree, findings);
        new UnknownKeys(findings).checkNames(KEY, Shape.JDBC, new ConfigTree.Node(entries));
        return new Jdbc(
                text(entries, "url", findings).filter(url -> !url.isBlank()).map(String::strip),
                text(entries, "user", findings),
                text(entries, "password", findings));
    }

    private static Optional<String> text(Map<String, ConfigTree> entries, String key, Findings findings) {
        ConfigTree tree = entries.getOrDefault(key, new ConfigTree.Null());
        if (tree instanceof ConfigTree.Scalar scalar) {
            return Optional.of(scalar.text());
        }
        if (!(tree instanceof ConfigTree.Null)) {
            findings.refuse(KEY + "." + key, "must be a single value, not " + Section.kind(tree));
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return "Jdbc[url=" + url.map(Secrets::masked) + ", user=" + user + "]";
    }
}

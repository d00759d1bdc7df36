package io.github.ordertimeout.spring.observe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The meters of docs/observability.md with their tags, {@code engine} left out. */
final class DocumentedMeters {
    private static final Pattern ROW = Pattern.compile("\\| `(order\\.timeout\\.[a-z.]+)` \\|([^|]*)\\|([^|]*)\\|.*");
    private static final Pattern TAG = Pattern.compile("`([a-z.]+)`");

    private DocumentedMeters() {}

    /** The project's docs, from whatever module the tests run. */
    static Path docs() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/observability.md"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs");
    }

    static String page(String name) {
        try {
            return Files.readString(docs().resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, Set<String>> tags() {
        Map<String, Set<String>> meters = new TreeMap<>();
        page("observability.md")
                .lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .forEach(row -> {
                    Set<String> tags = new TreeSet<>();
                    TAG.matcher(row.group(3)).results().forEach(tag -> tags.add(tag.group(1)));
                    meters.put(row.group(1), tags);
                });
        return meters;
    }

    /** What a Prometheus scrape calls them, as its text begins the line. */
    static Set<String> prometheusNames() {
        Set<String> names = new TreeSet<>();
        page("observability.md")
                .lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .forEach(row -> {
                    String name = row.group(1).replace('.', '_');
                    String type = row.group(2).strip();
                    if (type.startsWith("timer")) {
                        names.add(name + "_seconds_count");
                        names.add(name + "_seconds_sum");
                        if (type.contains("buckets")) {
                            names.add(name + "_seconds_bucket");
                        }
                    } else {
                        names.add(name
                                + (type.equals("counter") ? "_total" : type.contains("seconds") ? "_seconds" : ""));
                    }
                });
        return names;
    }
}

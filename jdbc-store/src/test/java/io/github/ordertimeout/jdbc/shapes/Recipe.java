package io.github.ordertimeout.jdbc.shapes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The configurations that the documentation shows: the tests run those very words. */
final class Recipe {
    private static final Path PAGE = Path.of("../docs/recipes.md");

    private Recipe() {}

    /** The block of YAML under that heading. */
    static String of(String heading) {
        String page = read();
        int section = page.indexOf("\n## " + heading + "\n");
        if (section < 0) {
            throw new IllegalArgumentException("docs/recipes.md has no section " + heading);
        }
        int start = page.indexOf("```yaml\n", section) + "```yaml\n".length();
        return page.substring(start, page.indexOf("```", start));
    }

    /** The headings of all recipes. */
    static List<String> headings() {
        return read().lines()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3))
                .toList();
    }

    private static String read() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

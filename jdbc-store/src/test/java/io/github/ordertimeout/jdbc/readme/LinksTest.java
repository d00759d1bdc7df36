package io.github.ordertimeout.jdbc.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every page leads where it says. */
class LinksTest {
    private static final Path HOME = Path.of("..");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(#[^)]*)?\\)");

    @Test
    @DisplayName("links of the READMEs and pages lead to files that exist")
    void exist() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher links = LINK.matcher(Files.readString(page));
            while (links.find()) {
                String target = links.group(1);
                if (!target.contains("://") && !Files.exists(page.resolveSibling(target))) {
                    broken.add(HOME.relativize(page) + " -> " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> home = Files.list(HOME);
                Stream<Path> docs = Files.list(HOME.resolve("docs"))) {
            Stream.concat(home, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .forEach(pages::add);
        }
        return pages;
    }
}

package io.github.ordertimeout.jdbc.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page of recipes. */
class RecipesTest {
    @Test
    @DisplayName("every recipe of the page is run by a test of its own")
    void everyRecipeIsRun() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/java/io/github/ordertimeout/jdbc/shapes"))) {
            String tests = String.join(
                    "\n",
                    files.filter(file -> file.toString().endsWith("ShapeTest.java"))
                            .map(RecipesTest::text)
                            .toList());
            assertThat(Recipe.headings())
                    .hasSize(8)
                    .allSatisfy(heading -> assertThat(tests).contains("Recipe.of(\"" + heading + "\")"));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

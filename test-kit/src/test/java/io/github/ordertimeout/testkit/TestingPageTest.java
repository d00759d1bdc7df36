package io.github.ordertimeout.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What docs/testing.md shows is what compiles and runs. */
class TestingPageTest {
    private static final Path PAGE = Path.of("../docs/testing.md");
    private static final Path EXAMPLE =
            Path.of("src/test/java/io/github/ordertimeout/testkit/PolicyInTenLinesTest.java");

    static boolean besideTheSources() {
        return Files.exists(EXAMPLE);
    }

    @Test
    @EnabledIf("besideTheSources")
    @DisplayName("the page shows the compiled example")
    void showsTheCompiledExample() throws IOException {
        String source = Files.readString(EXAMPLE);
        String example = source.substring(
                source.indexOf("// tag::policy[]") + "// tag::policy[]".length(), source.indexOf("// end::policy[]"));
        String page = Files.readString(PAGE);
        String shown = page.substring(page.indexOf("```java\n") + "```java\n".length());
        assertThat(words(shown.substring(0, shown.indexOf("```")))).isEqualTo(words(example));
    }

    private static String words(String code) {
        return code.replaceAll("\\s+", "");
    }
}

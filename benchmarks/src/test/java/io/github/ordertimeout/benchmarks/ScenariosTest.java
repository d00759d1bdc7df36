package io.github.ordertimeout.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.benchmarks.scenario.Scenarios;
import io.github.ordertimeout.benchmarks.shop.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each scenario once, very small. What it measures then means nothing; that it closes each order once it checks itself. */
class ScenariosTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @DisplayName("a scenario closes what it says, and leaves Markdown, CSV and a chart")
    @ValueSource(
            strings = {
                "checkout",
                "closing",
                "growth",
                "idle",
                "lateness",
                "memory",
                "nodes",
                "peers",
                "profile",
                "remote",
                "tie",
                "unclosable"
            })
    void leavesItsFiles(String name) throws Exception {
        Options options = Options.parse(List.of(
                "--rows",
                "40",
                "--overdue",
                "20",
                "--orders",
                "10",
                "--rounds",
                "1",
                "--warm-ups",
                "0",
                "--seconds",
                "2",
                "--most-nodes",
                "2",
                "--lease-millis",
                "1000",
                "--out",
                folder.resolve("results").toString()));
        String url = name.equals("memory")
                ? "jdbc:h2:file:" + folder.resolve("shop") + ";AUTO_SERVER=TRUE"
                : "jdbc:h2:mem:" + name;
        try (Database database = Database.open(url)) {
            Main.run(Scenarios.named(name), options, database);
        }
        String file = folder.resolve("results").resolve(name + "-h2").toString();
        assertThat(Files.readString(Path.of(file + ".md"))).startsWith("### ").contains("H2 2.", "load before");
        assertThat(Files.readAllLines(Path.of(file + ".csv"))).hasSizeGreaterThan(1);
        assertThat(Files.readString(Path.of(file + ".svg"))).startsWith("<svg").endsWith("</svg>\n");
    }

    @Test
    @DisplayName("every scenario that there is has its small run here")
    void knowsAll() throws Exception {
        String[] known = ScenariosTest.class
                .getDeclaredMethod("leavesItsFiles", String.class)
                .getAnnotation(ValueSource.class)
                .strings();
        assertThat(Scenarios.names()).containsExactlyInAnyOrder(known);
    }
}

package io.github.ordertimeout.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A check that never fails proves nothing: each bug that is put in on purpose is found. */
class DeliberateBugsTest {
    private static final long SEEDS = 2000;
    private static final Map<DeliberateBug, String> FOUND = new EnumMap<>(DeliberateBug.class);

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    @DisplayName("a deliberate bug is found within 2,000 seeds")
    void isFound(DeliberateBug bug) {
        try (Seeds seeds = new Seeds(SketchStore.with(bug))) {
            Seeds.Summary summary = seeds.search(1, SEEDS);
            assertThat(summary.failing()).as(bug.sentence).isPresent();
            long seed = summary.failing().orElseThrow();
            Violation violation = seeds.simulation().run(PlanMaker.of(seed)).violation();
            assertThat(violation).as("seed %d again", seed).isNotNull();
            assertThat(withoutBug(seed)).as("seed %d without the bug", seed).isNull();
            FOUND.put(bug, "| %s | %d | %s |".formatted(bug.sentence, seed, violation.promise()));
        }
    }

    private static Violation withoutBug(long seed) {
        try (Seeds seeds = new Seeds(SketchStore.with(DeliberateBug.NONE))) {
            return seeds.simulation().run(PlanMaker.of(seed)).violation();
        }
    }

    @Test
    @DisplayName("the same code without a bug keeps every promise")
    void withoutBug() {
        try (Seeds seeds = new Seeds(SketchStore.with(DeliberateBug.NONE))) {
            assertThat(seeds.run(1, 300).failure()).isEmpty();
        }
    }

    @AfterAll
    static void writeTable() throws IOException {
        Path table = Path.of("target", "deliberate-bugs.md");
        Files.createDirectories(table.getParent());
        Files.writeString(
                table,
                FOUND.values().stream()
                        .collect(Collectors.joining(
                                "\n", "| bug | seeds until found | promise |\n|---|---|---|\n", "\n")));
    }
}

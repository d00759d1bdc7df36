package io.github.ordertimeout.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.BuildSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
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
    /** Where the rare ones were found last. It saves looking through all seeds before; one that is stale costs only that. */
    private static final Map<DeliberateBug, Long> LAST_SEEN = Map.of(
            DeliberateBug.DUE_NOT_LOCKED, 93L,
            DeliberateBug.NUMBER_BEFORE_LOCK, 354L,
            DeliberateBug.BUSY_TAKEN_FOR_LOST, 158L,
            DeliberateBug.SCAN_ERROR_SWALLOWED, 564L,
            DeliberateBug.ALREADY_PAID_AS_CANCELLED, 831L,
            DeliberateBug.CANCEL_ON_STALE_CANDIDATE, 267L,
            DeliberateBug.OLD_ANSWER, 244L,
            DeliberateBug.FINISHED_WITHOUT_TOKEN, 677L,
            DeliberateBug.AWAY_USES_UP_ATTEMPTS, 599L);

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    @DisplayName("a deliberate bug is found within 2,000 seeds")
    void isFound(DeliberateBug bug) {
        try (Seeds seeds = new Seeds(SketchStore.with(bug))) {
            Optional<Long> failing =
                    lastSeen(seeds, bug).or(() -> seeds.search(1, SEEDS).failing());
            assertThat(failing).as(bug.sentence).isPresent();
            long seed = failing.orElseThrow();
            Violation violation = seeds.simulation().run(PlanMaker.of(seed)).violation();
            assertThat(violation).as("seed %d again", seed).isNotNull();
            assertThat(withoutBug(seed)).as("seed %d without the bug", seed).isNull();
            FOUND.put(bug, "| %s | %d | %s |".formatted(bug.sentence, seed, violation.promise()));
        }
    }

    private static Optional<Long> lastSeen(Seeds seeds, DeliberateBug bug) {
        return Optional.ofNullable(LAST_SEEN.get(bug))
                .filter(seed -> !BuildSize.isThorough())
                .flatMap(seed -> seeds.search(seed, 1).failing());
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
            assertThat(seeds.run(1, BuildSize.of(100, 300)).failure()).isEmpty();
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

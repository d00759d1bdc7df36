package io.github.ordertimeout.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.testdb.StoppableServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A few seconds of chaos in every build. {@code -Pchaos} plays {@code -Dchaos.seeds=1..20} of {@code -Dchaos.minutes=10} each.
 */
class ChaosTest {
    private static final String MINUTES = System.getProperty("chaos.minutes", "");
    private static final String SEEDS = System.getProperty("chaos.seeds", String.valueOf(System.nanoTime() % 100_000));
    private static final Path OUT = Path.of("target", "chaos");

    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("promises 1 to 7, D14, C13, S4: three nodes under load and faults break none")
    void chaos(Product product) throws Exception {
        Chaos.quiet();
        Options named = Options.parse("--seeds", SEEDS, "--minutes", MINUTES.isEmpty() ? "1" : MINUTES);
        Scale scale = MINUTES.isEmpty() ? Scale.brief() : named.scale();
        Files.createDirectories(OUT);
        System.out.println(Result.HEAD);
        for (long seed : named.seeds()) {
            Path journals = OUT.resolve(product + "-seed-" + seed);
            try (StoppableServer server = ShopDatabase.start(product, directory.resolve("server-" + seed))) {
                Result result = Round.play(seed, scale, ShopDatabase.on(product, server), journals, "");
                System.out.println(result.line());
                assertThat(result.violations())
                        .as("seed %d, journal in %s", seed, journals)
                        .isEmpty();
                assertThat(result.closedByEngine()).isPositive();
            }
        }
    }

    @Test
    @DisplayName("a seed decides the faults: kinds, times, targets and lengths")
    void replayable() {
        Scale scale = Scale.of(Duration.ofMinutes(10), 3, 10, false);
        Set<FaultKind> all = EnumSet.allOf(FaultKind.class);
        List<Fault> plan = FaultPlan.of(7, scale, all);
        assertThat(plan).isEqualTo(FaultPlan.of(7, scale, all)).isNotEqualTo(FaultPlan.of(8, scale, all));
        assertThat(plan).extracting(Fault::kind).contains(FaultKind.values());
        assertThat(plan).allSatisfy(fault -> assertThat(fault.end()).isLessThanOrEqualTo(scale.faults()));
    }
}

package io.github.ordertimeout.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SimulationTest {

    @Test
    @Timeout(value = 6, unit = TimeUnit.HOURS)
    @DisplayName(
            "promises 1 to 5 hold in every run: -Dsimulation.seeds=N for more of them, -Dsimulation.seed=N for one")
    void promisesHold() {
        try (Seeds seeds = new Seeds(World.Stores.REAL)) {
            Seeds.Summary summary = seeds.run();
            System.out.println(summary);
            summary.failure().ifPresent(failure -> fail(failure));
            assertThat(summary.closes()).isPositive();
        }
    }
}

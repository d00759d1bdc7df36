package io.github.ordertimeout.settle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.config.CompensationSettings;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Backoff backoff = new Backoff(new CompensationSettings(Duration.ofMinutes(5), 5), new Random(7));

    @RepeatedTest(20)
    @DisplayName("the n-th retry waits interval × 2^(n−1), 20 % more or less")
    void doubles() {
        for (int attempts = 1; attempts < 5; attempts++) {
            double exact = 300.0 * (1 << (attempts - 1));
            assertThat(backoff.after(attempts).toMillis() / 1000.0).isBetween(exact * 0.8, exact * 1.2);
        }
    }

    @Test
    @DisplayName("after max-attempts a row is dead and tried hourly at most, for ever")
    void dead() {
        assertThat(backoff.state(4)).isEqualTo(CompensationState.PENDING);
        assertThat(backoff.state(5)).isEqualTo(CompensationState.DEAD);
        assertThat(backoff.after(5)).isBetween(Duration.ofHours(1), Duration.ofMinutes(72));
        assertThat(backoff.after(5_000)).isBetween(Duration.ofHours(1), Duration.ofMinutes(72));
    }
}

package io.github.ordertimeout.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SettableClockTest {
    private static final Instant START = Instant.parse("2026-03-29T00:59:00Z");

    private final SettableClock clock = SettableClock.at("2026-03-29T00:59:00Z");

    @Test
    @DisplayName("stands still, and moves with its nanoseconds when told to")
    void moves() {
        assertThat(clock.get()).isEqualTo(START).isEqualTo(clock.now());
        long before = clock.nanoTime();
        clock.advance(Duration.ofMinutes(2));
        assertThat(clock.get()).isEqualTo(START.plusSeconds(120));
        assertThat(clock.nanoTime() - before).isEqualTo(120_000_000_000L);
    }

    @Test
    @DisplayName("set back it shows the earlier time, but its nanoseconds do not go back")
    void setBack() {
        clock.set(START.minusSeconds(3600));
        assertThat(clock.get()).isEqualTo(START.minusSeconds(3600));
        assertThat(clock.nanoTime()).isZero();
        clock.set(START);
        assertThat(clock.nanoTime()).isEqualTo(Duration.ofHours(1).toNanos());
        assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(Duration.ofSeconds(-1)));
    }

    @Test
    @DisplayName("threads that move it at once lose no step")
    void threads() {
        IntStream.range(0, 1000).parallel().forEach(i -> clock.advance(Duration.ofSeconds(1)));
        assertThat(clock.get()).isEqualTo(START.plusSeconds(1000));
        assertThat(clock.nanoTime()).isEqualTo(Duration.ofSeconds(1000).toNanos());
    }
}

package io.github.ordertimeout.settle;

import io.github.ordertimeout.config.CompensationSettings;
import java.time.Duration;
import java.util.Random;

/** How long to wait before the next attempt. Thread-safe. */
public final class Backoff {
    private static final Duration SLOWEST = Duration.ofHours(1);
    private static final double JITTER = 0.2;
    private static final int MOST_DOUBLINGS = 16;

    private final CompensationSettings settings;
    private final Random random;

    /** Takes the settings and where the ± 20 % come from. */
    public Backoff(CompensationSettings settings, Random random) {
        this.settings = settings;
        this.random = random;
    }

    /** The state of a row that has failed this often. */
    public CompensationState state(int attempts) {
        return attempts >= settings.maxAttempts() ? CompensationState.DEAD : CompensationState.PENDING;
    }

    /** The wait after this many failed attempts: {@code interval × 2^(attempts−1)} ± 20 %; hourly at most once dead. */
    public Duration after(int attempts) {
        if (state(attempts) == CompensationState.DEAD) {
            return jittered(SLOWEST.toMillis(), 1, 1 + JITTER);
        }
        double millis = settings.interval().toMillis() * Math.pow(2, Math.min(attempts, MOST_DOUBLINGS) - 1);
        return jittered(millis, 1 - JITTER, 1 + JITTER);
    }

    private Duration jittered(double millis, double least, double most) {
        return Duration.ofMillis(Math.round(millis * (least + (most - least) * random.nextDouble())));
    }
}

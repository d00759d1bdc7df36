package io.github.ordertimeout;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread does; the test's own time limit ends it. */
final class Awaiting {
    private static final long PAUSE_NANOS = 1_000_000;

    private Awaiting() {}

    static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}

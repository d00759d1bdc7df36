package io.github.ordertimeout.cluster.shedlock;

import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.SimpleLock;

/**
 * A lock that is held until its lease ends by this process's monotonic clock. After that it is neither extended nor given back:
 * some providers tell holders apart by their host only, and it may be another node's by then.
 */
final class Lock {
    private final SimpleLock held;
    private final Duration lease;
    private final TimeSource time;
    private final long until;

    Lock(SimpleLock held, Duration lease, TimeSource time, long from) {
        this.held = held;
        this.lease = lease;
        this.time = time;
        this.until = from + lease.toNanos();
    }

    boolean isHeld() {
        return time.nanoTime() - until < 0;
    }

    /** For one more lease from now on; empty where it was lost. */
    Optional<Lock> extended() {
        if (!isHeld()) {
            return Optional.empty();
        }
        long from = time.nanoTime();
        return held.extend(lease, Duration.ZERO).map(again -> new Lock(again, lease, time, from));
    }

    void giveBack() {
        if (isHeld()) {
            held.unlock();
        }
    }
}

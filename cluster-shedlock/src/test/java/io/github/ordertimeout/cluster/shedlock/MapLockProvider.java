package io.github.ordertimeout.cluster.shedlock;

import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;

/** Locks in memory, by a clock of the test. */
final class MapLockProvider implements LockProvider {
    private final Map<String, Held> held = new HashMap<>();
    private final TimeSource time;
    boolean away;
    int questions;

    MapLockProvider(TimeSource time) {
        this.time = time;
    }

    private record Held(Object by, Instant until) {}

    @Override
    public synchronized Optional<SimpleLock> lock(LockConfiguration configuration) {
        ask();
        Held other = held.get(configuration.getName());
        if (other != null && other.until().isAfter(time.now())) {
            return Optional.empty();
        }
        return Optional.of(hold(configuration.getName(), new Object(), configuration.getLockAtMostFor()));
    }

    private void ask() {
        questions++;
        if (away) {
            throw new IllegalStateException("the provider is away");
        }
    }

    private SimpleLock hold(String name, Object by, Duration time) {
        held.put(name, new Held(by, this.time.now().plus(time)));
        return new SimpleLock() {
            @Override
            public void unlock() {
                synchronized (MapLockProvider.this) {
                    ask();
                    if (isMine()) {
                        held.remove(name);
                    }
                }
            }

            @Override
            public Optional<SimpleLock> extend(Duration atMost, Duration atLeast) {
                synchronized (MapLockProvider.this) {
                    ask();
                    return isMine() ? Optional.of(hold(name, by, atMost)) : Optional.empty();
                }
            }

            private boolean isMine() {
                Held now = held.get(name);
                return now != null && now.by() == by && now.until().isAfter(MapLockProvider.this.time.now());
            }
        };
    }
}

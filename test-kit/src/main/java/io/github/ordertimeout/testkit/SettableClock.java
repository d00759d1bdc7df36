package io.github.ordertimeout.testkit;

import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A clock that moves only when a test moves it: the time of a database and of the process in one. Its monotonic nanoseconds go
 * along with it, and never back.
 *
 * <pre>{@code
 * SettableClock clock = SettableClock.at("2026-03-29T00:59:00Z");
 * MemoryOrderStore store = MemoryOrderStore.create(clock);
 * EngineBuilder engine = OrderTimeoutEngine.builder().store(store).time(clock);
 * clock.advance(Duration.ofMinutes(30));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class SettableClock implements Supplier<Instant>, TimeSource {
    private Instant now;
    private long nanos;

    private SettableClock(Instant start) {
        now = start;
    }

    /** A clock that stands at this moment. */
    public static SettableClock at(Instant start) {
        return new SettableClock(start);
    }

    /** A clock that stands at this moment, written as in {@code 2026-03-01T10:00:00Z}. */
    public static SettableClock at(String start) {
        return at(Instant.parse(start));
    }

    /** Moves on. */
    public synchronized void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("Time does not go back by " + time + "; a clock may be set back: set");
        }
        set(now.plus(time));
    }

    /** Sets the time, backwards too, as an administrator or a time server may; monotonic nanoseconds follow forwards only. */
    public synchronized void set(Instant time) {
        Duration passed = Duration.between(now, time);
        now = time;
        nanos += passed.isNegative() ? 0 : TimeUnit.NANOSECONDS.convert(passed);
    }

    @Override
    public Instant get() {
        return now();
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    /** Does not wait: moves on by so much itself, so that what rests on a pace does not stop a test. */
    @Override
    public void sleep(Duration duration) {
        advance(duration);
    }

    @Override
    public String toString() {
        return "SettableClock at " + now();
    }
}

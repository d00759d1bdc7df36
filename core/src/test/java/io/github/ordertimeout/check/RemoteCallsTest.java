package io.github.ordertimeout.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RemoteCallsTest {
    private static final Supplier<String> FAILING = () -> {
        throw new IllegalStateException("502");
    };

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> rests = Collections.synchronizedList(new ArrayList<>());
    private final TimeSource time = new TimeSource() {
        @Override
        public long nanoTime() {
            return nanos.get();
        }

        @Override
        public void sleep(Duration duration) {
            rests.add(duration);
            nanos.addAndGet(duration.toNanos());
        }
    };

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private RemoteCalls calls(int atOnce, int maxPerSecond) {
        return new RemoteCalls("provider", Duration.ofSeconds(3), atOnce, atOnce, maxPerSecond, threads, time);
    }

    private void pass(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private static List<Supplier<String>> many(int count, Supplier<String> call) {
        return Collections.nCopies(count, call);
    }

    @Test
    @DisplayName("answers come in the order of the calls; a call that throws or answers null has none")
    void order() {
        List<Supplier<String>> asked = List.of(() -> "a", FAILING, () -> "c", () -> nothing());
        assertThat(calls(2, 0).all(asked))
                .containsExactly(Optional.of("a"), Optional.empty(), Optional.of("c"), Optional.empty());
    }

    @SuppressWarnings("NullAway") // what a careless gateway does
    private static String nothing() {
        return null;
    }

    @Test
    @DisplayName("whoever has much to ask is told whether a probe is due, and for how long the party has been away")
    void away() {
        RemoteCalls calls = calls(2, 0);
        assertThat(calls.mayCall()).isTrue();
        assertThat(calls.all(many(2, FAILING))).containsOnly(Optional.empty());
        assertThat(calls.mayCall()).isFalse();
        pass(10);
        assertThat(calls.mayCall()).isTrue();
        assertThat(calls.one("a probe", FAILING)).isEmpty();
        assertThat(calls.mayCall()).isFalse();
        pass(20);
        assertThat(calls.pausedFor()).isEqualTo(Duration.ofSeconds(30));
        assertThat(calls.one("a probe", () -> "answer")).contains("answer");
        assertThat(calls.pausedFor()).isZero();
        assertThat(calls.mayCall()).isTrue();
    }

    @Test
    @DisplayName(
            "a party that keeps failing is left alone for 10 s, then one call probes it, and an answer ends the pause")
    void breaker() {
        RemoteCalls calls = calls(4, 0);
        AtomicInteger made = new AtomicInteger();
        Supplier<String> counting = () -> {
            made.incrementAndGet();
            throw new IllegalStateException("502");
        };
        calls.all(many(100, counting));
        assertThat(made).hasValue(4);
        pass(9);
        calls.all(many(100, counting));
        assertThat(made).hasValue(4);
        pass(2);
        calls.all(many(100, counting));
        assertThat(made).as("one probe").hasValue(5);
        pass(15);
        calls.all(many(100, counting));
        assertThat(made).as("the pause has doubled").hasValue(5);
        pass(6);
        assertThat(calls.all(many(4, () -> "back"))).containsOnlyOnce(Optional.of("back"));
        assertThat(calls.isPaused()).isFalse();
        assertThat(calls.all(many(8, () -> "back"))).containsOnly(Optional.of("back"));
    }

    @Test
    @DisplayName("the pause grows to a minute, no further")
    void longestPause() {
        RemoteCalls calls = calls(1, 0);
        AtomicInteger made = new AtomicInteger();
        for (int minute = 0; minute < 60; minute++) {
            calls.one("a call", () -> {
                made.incrementAndGet();
                throw new IllegalStateException("502");
            });
            pass(60);
        }
        assertThat(made).hasValue(60);
    }

    @Test
    @DisplayName("a call that always fails by its own fault does not stand for all others for ever")
    void poison() {
        RemoteCalls calls = calls(2, 0);
        List<Supplier<String>> mixed = new ArrayList<>(many(2, FAILING));
        mixed.addAll(many(8, () -> "sound"));
        long answered = IntStream.range(0, 50)
                .mapToLong(pass -> {
                    nanos.addAndGet(Duration.ofSeconds(61).toNanos() + 1_234_567L * pass);
                    return calls.all(mixed).stream().flatMap(Optional::stream).count();
                })
                .filter(some -> some > 0)
                .count();
        assertThat(answered).isGreaterThan(20);
    }

    @Test
    @DisplayName("a call that hangs is abandoned and counted; while too many hang nothing further is called")
    void hanging() {
        CountDownLatch never = new CountDownLatch(1);
        RemoteCalls calls = new RemoteCalls("provider", Duration.ofMillis(1), 64, 64, 0, threads, TimeSource.system());
        Supplier<String> hanging = () -> {
            await(never);
            return "late";
        };
        AtomicInteger made = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            calls.all(many(64, () -> {
                made.incrementAndGet();
                return hanging.get();
            }));
        }
        assertThat(calls.abandoned()).isBetween(64L, 128L);
        assertThat(made).hasValueLessThanOrEqualTo(RemoteCalls.MOST_UNDER_WAY);
        never.countDown();
    }

    private static void await(CountDownLatch latch) {
        boolean open = false;
        while (!open) {
            try {
                latch.await();
                open = true;
            } catch (InterruptedException e) {
                // A call that heeds no interrupt.
            }
        }
    }

    @Test
    @DisplayName("calls are paced: 100 at 5 a second rest for 19 s in all, without a burst above the rate")
    void rate() {
        RemoteCalls calls = calls(8, 5);
        assertThat(calls.atOnce()).isEqualTo(5);
        assertThat(calls.all(many(100, () -> "ok"))).containsOnly(Optional.of("ok"));
        assertThat(rests.stream().reduce(Duration.ZERO, Duration::plus)).isEqualTo(Duration.ofSeconds(19));
        assertThat(calls.mustWait()).isTrue();
        pass(1);
        assertThat(calls.mustWait()).isFalse();
    }
}

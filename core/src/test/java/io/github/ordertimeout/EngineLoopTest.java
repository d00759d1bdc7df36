package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EngineLoopTest {
    @Test
    @DisplayName("D6 a run that throws an Error does not end the loop: the next run comes")
    void survivesErrors() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch secondRun = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        EngineLoop loop = new EngineLoop(
                "test-loop",
                () -> {
                    if (runs.incrementAndGet() == 1) {
                        throw new StackOverflowError("first run");
                    }
                    secondRun.countDown();
                },
                () -> Duration.ofHours(1),
                thrown -> told.countDown());
        loop.start();
        assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
        loop.wake();
        assertThat(secondRun.await(10, TimeUnit.SECONDS)).isTrue();
        loop.stop();
        loop.join(Duration.ofSeconds(10));
        assertThat(runs).hasValueGreaterThanOrEqualTo(2);
    }

    @Test
    @DisplayName("joining waits for the run under way; after stop no other begins")
    void joinWaits() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        EngineLoop loop = new EngineLoop(
                "test-loop",
                () -> {
                    running.countDown();
                    awaitUninterruptibly(mayEnd);
                    ended.incrementAndGet();
                },
                () -> Duration.ZERO,
                thrown -> {});
        loop.start();
        running.await();
        loop.stop();
        loop.join(Duration.ofMillis(20));
        assertThat(ended).as("the run is still under way").hasValue(0);
        mayEnd.countDown();
        loop.join(Duration.ofSeconds(20));
        loop.wake();
        assertThat(ended).hasValue(1);
    }

    @Test
    @DisplayName("an interrupt that a policy left behind does not end the loop")
    void survivesInterrupts() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(3);
        EngineLoop loop = new EngineLoop(
                "test-loop",
                () -> {
                    runs.countDown();
                    Thread.currentThread().interrupt();
                },
                () -> Duration.ofHours(1),
                thrown -> {});
        loop.start();
        assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
        loop.stop();
        loop.join(Duration.ofSeconds(10));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("while runs fail the pauses grow to a minute; the first that succeeds begins anew")
    void growingPauses() {
        AtomicBoolean fails = new AtomicBoolean(true);
        EngineLoop loop = new EngineLoop(
                "test",
                () -> {
                    if (fails.get()) {
                        throw new IllegalStateException("the database is away");
                    }
                },
                () -> Duration.ofSeconds(7),
                thrown -> {});
        assertThat(Stream.generate(loop::runAndPlan).limit(9).map(Duration::toSeconds))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
        fails.set(false);
        assertThat(loop.runAndPlan()).isEqualTo(Duration.ofSeconds(7));
        fails.set(true);
        assertThat(loop.runAndPlan()).isEqualTo(Duration.ofSeconds(1));
    }
}

package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
        loop.stop(Duration.ofSeconds(10));
        assertThat(runs).hasValueGreaterThanOrEqualTo(2);
    }

    @Test
    @DisplayName("stopping waits for the run under way and begins no other")
    void stopWaits() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        EngineLoop loop = new EngineLoop(
                "test-loop",
                () -> {
                    running.countDown();
                    try {
                        mayEnd.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    ended.incrementAndGet();
                },
                () -> Duration.ZERO,
                thrown -> {});
        loop.start();
        running.await();
        Thread stopper = new Thread(() -> {
            try {
                loop.stop(Duration.ofSeconds(20));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        stopper.start();
        mayEnd.countDown();
        stopper.join();
        assertThat(ended.get()).isPositive();
        int whenStopped = ended.get();
        loop.wake();
        assertThat(ended).hasValue(whenStopped);
    }
}

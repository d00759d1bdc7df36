package io.github.ordertimeout.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /** A clock that stands still: how long each waits is its place in the line. */
    private static final class Line implements TimeSource {
        private final List<Long> waits = Collections.synchronizedList(new ArrayList<>());

        @Override
        public long nanoTime() {
            return Long.MAX_VALUE - SECOND;
        }

        @Override
        public void sleep(Duration duration) {
            waits.add(duration.toNanos());
        }
    }

    @Test
    @DisplayName("promise 6: many threads together keep to the rate, in any second and without a burst")
    void acrossThreads() throws Exception {
        Line line = new Line();
        Pace pace = new Pace(100, line);
        int threads = 8;
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                for (int batch = 0; batch < 25; batch++) {
                    pace.await(20);
                }
            });
            all.add(thread);
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        List<Long> begun = new ArrayList<>(line.waits);
        begun.add(0L);
        Collections.sort(begun);
        assertThat(begun).hasSize(200);
        for (int i = 0; i < begun.size(); i++) {
            assertThat(begun.get(i)).isEqualTo(i * SECOND / 5);
        }
    }
}

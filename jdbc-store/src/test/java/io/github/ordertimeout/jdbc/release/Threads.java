package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Work that several threads begin at once. */
final class Threads {
    private Threads() {}

    /** Numbers 1 to count, each in a thread of its own; throws what one of them threw. */
    static void each(int count, IntConsumer work) {
        ExecutorService executor = Executors.newFixedThreadPool(count);
        try {
            CountDownLatch ready = new CountDownLatch(count);
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                int number = i;
                futures.add(executor.submit(() -> {
                    ready.countDown();
                    ready.await();
                    work.accept(number);
                    return number;
                }));
            }
            for (Future<?> future : futures) {
                future.get(90, TimeUnit.SECONDS);
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (Exception e) {
            throw new AssertionError(e);
        } finally {
            executor.shutdownNow();
        }
    }

    /** As the engine does it: a serialization failure is no failure of the order, and the transaction is run again. */
    static void untilNoConflict(Runnable work) {
        while (true) {
            try {
                work.run();
                return;
            } catch (RuntimeException e) {
                if (FailureClassifier.classify(e).kind() != FailureKind.CONTENTION) {
                    throw e;
                }
            }
        }
    }
}

package io.github.ordertimeout.testkit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds whoever comes until a test opens it; once open it stays open. A gate that nobody opens for {@value #LONGEST_SECONDS} s
 * fails whoever waits at it, so that a wrong test ends.
 *
 * <p>Thread-safe.
 */
public final class Gate {
    private static final int LONGEST_SECONDS = 30;

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Waits until the gate is open. */
    public void pass() {
        arrived.countDown();
        await(opened, "Nobody opened the gate");
    }

    /** Lets everybody pass, now and later. */
    public void open() {
        opened.countDown();
    }

    /** Waits until somebody stands at the gate, or has passed it. */
    public void awaitArrival() {
        await(arrived, "Nobody came to the gate");
    }

    private static void await(CountDownLatch latch, String failure) {
        try {
            if (!latch.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(failure + " within " + LONGEST_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted at the gate", e);
        }
    }
}

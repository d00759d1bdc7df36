package io.github.ordertimeout.testkit.network;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** The state of one direction, shared by all connections. Thread-safe. */
final class Line {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long delayNanos;
    private boolean held;
    private boolean cutNext;

    void delay(Duration delay) {
        change(() -> delayNanos = delay.toNanos());
    }

    void hold() {
        change(() -> held = true);
    }

    void cutNext() {
        change(() -> cutNext = true);
    }

    void heal() {
        change(() -> {
            delayNanos = 0;
            held = false;
            cutNext = false;
        });
    }

    /** Lets those that wait look whether their connection is still there. */
    void lookAgain() {
        change(() -> {});
    }

    /** Waits until some bytes may go on; false: they may not, and their connection is to be cut. */
    boolean pass(BooleanSupplier gone) throws InterruptedException {
        lock.lock();
        try {
            if (cutNext) {
                cutNext = false;
                return false;
            }
            long left = delayNanos;
            while (!gone.getAsBoolean() && (held || (left > 0 && delayNanos > 0))) {
                if (held) {
                    changed.await();
                } else {
                    left = changed.awaitNanos(left);
                }
            }
            return !gone.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}

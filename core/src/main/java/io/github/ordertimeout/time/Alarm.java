package io.github.ordertimeout.time;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A wait that can be cut short: by a wake-up, or for good by closing. Monotonic; thread-safe. */
public final class Alarm {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private boolean wake;
    private boolean closed;

    /** Waits until {@code limit} has passed, {@link #wake} or {@link #close} is called; a wake-up that came before counts. */
    public void await(Duration limit) throws InterruptedException {
        lock.lock();
        try {
            long left = limit.toNanos();
            while (!wake && !closed && left > 0) {
                left = rung.awaitNanos(left);
            }
            wake = false;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the present wait, or the next one. */
    public void wake() {
        lock.lock();
        try {
            wake = true;
            rung.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the present wait and all later ones. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            rung.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether {@link #close} was called. */
    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }
}

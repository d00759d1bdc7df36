package io.github.ordertimeout.chaos;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How a service fails at the moment. Thread-safe. */
final class Trouble {
    /** The ways. */
    enum Way {
        /** It works. */
        NONE,
        /** It takes calls and does not answer. */
        HUNG,
        /** It refuses all calls. */
        DOWN,
        /** It does what it is told, and loses every second answer. */
        FLAKY
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final AtomicInteger answers = new AtomicInteger();
    private Way way = Way.NONE;

    void begin(Way one) {
        set(one);
    }

    void heal() {
        set(Way.NONE);
    }

    private void set(Way one) {
        lock.lock();
        try {
            way = one;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits where it hangs; false: the call is refused. What has hung is not done: its caller has long gone. */
    boolean before() throws InterruptedException {
        lock.lock();
        try {
            boolean hung = way == Way.HUNG;
            while (way == Way.HUNG) {
                changed.await();
            }
            return !hung && way != Way.DOWN;
        } finally {
            lock.unlock();
        }
    }

    boolean losesAnswer() {
        lock.lock();
        try {
            return way == Way.FLAKY && answers.incrementAndGet() % 2 == 0;
        } finally {
            lock.unlock();
        }
    }
}

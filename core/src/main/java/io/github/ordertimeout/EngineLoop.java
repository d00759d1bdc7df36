package io.github.ordertimeout;

import io.github.ordertimeout.time.Alarm;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs work again and again on a thread of its own. Whatever the work throws, the next run comes, after a growing pause. */
final class EngineLoop {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final String name;
    private final Runnable work;
    private final Supplier<Duration> untilNext;
    private final Consumer<Throwable> onFailure;
    private final Alarm alarm = new Alarm();
    private final ThreadFactory threads;
    private Thread thread;
    private boolean started;
    private Duration pause = FIRST_PAUSE;

    EngineLoop(String name, Runnable work, Supplier<Duration> untilNext, Consumer<Throwable> onFailure) {
        this(name, work, untilNext, onFailure, Thread::new);
    }

    EngineLoop(
            String name,
            Runnable work,
            Supplier<Duration> untilNext,
            Consumer<Throwable> onFailure,
            ThreadFactory threads) {
        this.name = name;
        this.work = work;
        this.untilNext = untilNext;
        this.onFailure = onFailure;
        this.threads = threads;
        this.thread = newThread();
    }

    private Thread newThread() {
        return EngineThreads.named(name, threads).newThread(this::loop);
    }

    synchronized void start() {
        started = true;
        thread.start();
    }

    /** How its thread is. */
    synchronized LoopState state() {
        if (alarm.isClosed()) {
            return LoopState.STOPPED;
        }
        return !started ? LoopState.NOT_STARTED : thread.isAlive() ? LoopState.ALIVE : LoopState.DIED;
    }

    /** Gives it a new thread where its own has died, of an error in a log appender for example. */
    synchronized void revive() {
        if (state() == LoopState.DIED) {
            log.error("The thread of {} has died; a new one goes on.", name);
            thread = newThread();
            thread.start();
        }
    }

    void wake() {
        alarm.wake();
    }

    /** No further run begins. */
    void stop() {
        alarm.close();
    }

    /** Waits for the present run, after {@link #stop}. */
    void join(Duration limit) throws InterruptedException {
        Thread last = thread();
        last.join(Math.max(1, limit.toMillis()));
        if (last.isAlive()) {
            log.warn(
                    "{} is still in a pass after {} s; what it has begun is finished or rolled back.",
                    name,
                    limit.toSeconds());
        }
    }

    private synchronized Thread thread() {
        return thread;
    }

    private void loop() {
        while (!alarm.isClosed()) {
            try {
                alarm.await(runAndPlan());
            } catch (InterruptedException e) {
                // Only stop() ends a loop. A policy or client that leaves the interrupt flag set must not.
                log.warn("{} was interrupted and goes on.", name);
            }
        }
    }

    /** One run; yields how long to rest after it. */
    Duration runAndPlan() {
        try {
            work.run();
            Duration sleep = untilNext.get();
            pause = FIRST_PAUSE;
            return sleep;
        } catch (Throwable thrown) {
            return afterFailure(thrown);
        }
    }

    private Duration afterFailure(Throwable thrown) {
        try {
            log.error("{} failed; the next run comes in {} s.", name, pause.toSeconds(), thrown);
            onFailure.accept(thrown);
        } catch (Throwable again) {
            thrown.addSuppressed(again);
        }
        Duration now = pause;
        pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        return now;
    }
}

package io.github.ordertimeout.simulation;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The virtual clock and the baton. Every step of every actor takes a time that the actor draws; whose step ends first goes
 * on, alone, until it sleeps again. So any order of steps can happen, and the same draws give the same order.
 *
 * <p>All state but the baton is touched only by who holds it.
 */
final class Scheduler {
    private static final int MOST_STEPS = 200_000;

    /** Unwinds an actor after the run has failed. Nothing catches it. */
    static final class Stopped extends Error {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("The run has ended", null, false, false);
        }
    }

    private final ExecutorService threads;
    private final long seed;
    private final PriorityQueue<Actor> asleep = new PriorityQueue<>();
    private final Thread owner = Thread.currentThread();
    private long now;
    private long spawned;
    private int steps;
    private @Nullable Throwable failure;
    private volatile @Nullable Actor running;
    private volatile boolean done;

    Scheduler(ExecutorService threads, long seed) {
        this.threads = threads;
        this.seed = seed;
    }

    /** Nanoseconds since the start of the run. */
    long now() {
        return now;
    }

    int steps() {
        return steps;
    }

    /** Who holds the baton; nobody before and after the run. */
    @Nullable
    Actor running() {
        return running;
    }

    /** Lets an actor begin after that time. Its chances depend on the seed and its name alone. */
    void spawn(String name, long delay, @Nullable Node node, Runnable work) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + name.hashCode());
        asleep.add(new Actor(name, random, node, work, spawned++, now + delay));
    }

    /** Takes a step that lasts so long; others go on meanwhile. */
    void sleep(long nanos) {
        Actor me = running;
        if (me == null) {
            return;
        }
        if (++steps > MOST_STEPS) {
            throw new Violation(4, "The run does not come to rest");
        }
        me.wakeAt = now + Math.max(1, nanos);
        Actor next = asleep.peek();
        if (next == null || me.compareTo(next) < 0) {
            now = me.wakeAt;
            return;
        }
        asleep.remove();
        asleep.add(me);
        handTo(next);
        while (!me.equals(running)) {
            LockSupport.park(this);
        }
        if (failure != null) {
            throw new Stopped();
        }
    }

    /** Runs until every actor has ended; yields what one of them threw, the others were stopped then. */
    @Nullable
    Throwable run() {
        Actor first = asleep.poll();
        if (first == null) {
            return null;
        }
        handTo(first);
        while (!done) {
            LockSupport.park(this);
        }
        done = false;
        return failure;
    }

    private void handTo(Actor next) {
        now = Math.max(now, next.wakeAt);
        running = next;
        Thread thread = next.thread;
        if (thread == null) {
            threads.execute(() -> live(next));
        } else {
            LockSupport.unpark(thread);
        }
    }

    /** One actor's life, then that of the next one that has not begun yet: saves a change of threads. */
    private void live(Actor first) {
        for (Actor actor = first; actor != null; actor = next()) {
            actor.thread = Thread.currentThread();
            try {
                actor.work.run();
            } catch (Stopped e) {
                // The run has failed already.
            } catch (Throwable thrown) {
                failure = failure == null ? thrown : failure;
            }
        }
    }

    private @Nullable Actor next() {
        Actor next = asleep.poll();
        while (next != null && failure != null && next.thread == null) {
            next = asleep.poll();
        }
        if (next == null) {
            running = null;
            done = true;
            LockSupport.unpark(owner);
            return null;
        }
        if (next.thread != null) {
            handTo(next);
            return null;
        }
        now = Math.max(now, next.wakeAt);
        running = next;
        return next;
    }
}

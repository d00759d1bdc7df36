package io.github.ordertimeout.check;

import io.github.ordertimeout.time.Pace;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of one remote party: a bounded number at once, each under a time limit, at most so many a second.
 *
 * <ol>
 *   <li>A call that hangs is abandoned: it is interrupted, counted, and nobody waits for it. While {@value #MOST_UNDER_WAY} calls
 *       have not come back, nothing further is called.
 *   <li>Where so many calls in a row fail or hang, the party is taken for dead: for a while, twice as long
 *       each time up to {@value #LONGEST_PAUSE_SECONDS} seconds, nothing is called; then one call, drawn at random, probes it.
 *       Drawn, since a call that fails by its own fault must not stand for all others for ever.
 * </ol>
 *
 * <p>What fails is logged here, once for all calls that were made together: whoever calls gets no answer, and cannot tell why.
 *
 * <p>Written here since a library's breaker would be the core's only other dependency. Thread-safe.
 */
public final class RemoteCalls {
    static final int MOST_UNDER_WAY = 128;
    private static final int FIRST_PAUSE_SECONDS = 10;
    private static final int LONGEST_PAUSE_SECONDS = 60;

    private static final Logger log = LoggerFactory.getLogger("io.github.ordertimeout.engine");

    private final String party;
    private final Duration timeout;
    private final int atOnce;
    private final int failuresToPause;
    private final Pace pace;
    private final ExecutorService threads;
    private final TimeSource time;
    private final Random random = new Random(42);
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicLong abandoned = new AtomicLong();
    private int failuresInARow;
    private int pauseSeconds;
    private long pausedSince;
    private long awaySince;
    private boolean probing;

    /**
     * Describes the calls.
     *
     * @param party who is called, for the log
     * @param timeout how long one may take
     * @param atOnce how many at once
     * @param failuresToPause how many failures in a row make the party a dead one
     * @param maxPerSecond how many a second; 0: no limit
     * @param threads to call on: unbounded in number, since this bounds the calls
     */
    public RemoteCalls(
            String party,
            Duration timeout,
            int atOnce,
            int failuresToPause,
            int maxPerSecond,
            ExecutorService threads,
            TimeSource time) {
        this.party = party;
        this.timeout = timeout;
        this.atOnce = atOnce;
        this.failuresToPause = failuresToPause;
        this.pace = new Pace(maxPerSecond, time);
        this.threads = threads;
        this.time = time;
    }

    /** How many calls are made at once. */
    public int atOnce() {
        return pace.atOnce(atOnce);
    }

    /** Whether nothing is called now, apart from a probe that may be due. */
    public synchronized boolean isPaused() {
        return pauseSeconds > 0;
    }

    /** Whether a call that is made now would be let through: nothing is paused, or a probe is due. */
    public synchronized boolean mayCall() {
        return pauseSeconds == 0 || isProbeDue();
    }

    /** For how long nothing was called but probes; zero where the party answers. */
    public synchronized Duration pausedFor() {
        return pauseSeconds == 0 ? Duration.ZERO : Duration.ofNanos(time.nanoTime() - awaySince);
    }

    private boolean isProbeDue() {
        return !probing && time.nanoTime() - pausedSince >= TimeUnit.SECONDS.toNanos(pauseSeconds);
    }

    /** Whether the next call has to wait for the rate. */
    public boolean mustWait() {
        return pace.mustWait();
    }

    /** How many calls were abandoned since they hung. */
    public long abandoned() {
        return abandoned.get();
    }

    /** The results in the order of the calls; empty where a call failed, hung or was not made. */
    public <T> List<Optional<T>> all(List<Supplier<T>> calls) {
        return all("", calls);
    }

    private <T> List<Optional<T>> all(String about, List<Supplier<T>> calls) {
        Failures failures = new Failures();
        List<Optional<T>> results = all(calls, failures);
        failures.log(about, calls.size());
        return results;
    }

    private <T> List<Optional<T>> all(List<Supplier<T>> calls, Failures failures) {
        List<Optional<T>> results = new ArrayList<>(Collections.nCopies(calls.size(), Optional.empty()));
        int next = 0;
        Admission admission = Admission.ALL;
        while (next < calls.size() && admission == Admission.ALL) {
            admission = admission();
            if (admission == Admission.ALL) {
                int end = Math.min(calls.size(), next + atOnce());
                together(calls.subList(next, end), results, next, failures);
                next = end;
            } else if (admission == Admission.PROBE) {
                int drawn = next + draw(calls.size() - next);
                together(calls.subList(drawn, drawn + 1), results, drawn, failures);
                endProbe();
            }
        }
        return results;
    }

    private int draw(int among) {
        synchronized (random) {
            return random.nextInt(among);
        }
    }

    /**
     * One call.
     *
     * @param about what it is about, for the log
     */
    public <T> Optional<T> one(String about, Supplier<T> call) {
        return all(about, List.of(call)).get(0);
    }

    /** What failed of calls that were made together. Only whoever makes them writes here. */
    private final class Failures {
        private int count;
        private @Nullable Throwable first;

        void add(@Nullable Throwable failure) {
            count++;
            if (first == null) {
                first = failure;
            }
        }

        void log(String about, int calls) {
            if (count == 0) {
                return;
            }
            String what = about.isEmpty() ? count + " of " + calls + " calls" : "the call about " + about;
            if (first == null) {
                log.warn("The {}: {} did not come back within {} ms.", party, what, timeout.toMillis());
            } else {
                log.warn("The {}: {} failed or did not come back; the first failure:", party, what, first);
            }
        }
    }

    private enum Admission {
        ALL,
        PROBE,
        NONE
    }

    private synchronized Admission admission() {
        if (pauseSeconds == 0) {
            return Admission.ALL;
        }
        if (!isProbeDue()) {
            return Admission.NONE;
        }
        probing = true;
        return Admission.PROBE;
    }

    private synchronized void endProbe() {
        probing = false;
    }

    private <T> void together(List<Supplier<T>> calls, List<Optional<T>> results, int offset, Failures failures) {
        if (underWay.get() + calls.size() > MOST_UNDER_WAY || !pace.await(calls.size())) {
            return;
        }
        List<Future<T>> futures = new ArrayList<>();
        calls.forEach(call -> futures.add(threads.submit(() -> counted(call))));
        long deadline = time.nanoTime() + timeout.toNanos();
        for (int i = 0; i < futures.size(); i++) {
            results.set(offset + i, Optional.ofNullable(await(futures.get(i), deadline - time.nanoTime(), failures)));
        }
    }

    private <T> T counted(Supplier<T> call) {
        underWay.incrementAndGet();
        try {
            return Objects.requireNonNull(call.get(), "the answer is null");
        } finally {
            underWay.decrementAndGet();
        }
    }

    private <T> @Nullable T await(Future<T> call, long nanos, Failures failures) {
        try {
            T answer = call.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
            succeeded();
            return answer;
        } catch (TimeoutException e) {
            abandoned.incrementAndGet();
            failures.add(null);
        } catch (ExecutionException | CancellationException e) {
            // Whatever it was, the answer is not known.
            failures.add(e.getCause());
        } catch (InterruptedException e) {
            // Somebody stops this thread: no fault of the party's.
            Thread.currentThread().interrupt();
            call.cancel(true);
            return null;
        }
        call.cancel(true);
        failed();
        return null;
    }

    private synchronized void succeeded() {
        failuresInARow = 0;
        pauseSeconds = 0;
    }

    private synchronized void failed() {
        failuresInARow++;
        if (failuresInARow >= failuresToPause || pauseSeconds > 0) {
            awaySince = pauseSeconds == 0 ? time.nanoTime() : awaySince;
            pauseSeconds = pauseSeconds == 0
                    ? FIRST_PAUSE_SECONDS
                    : probing ? Math.min(LONGEST_PAUSE_SECONDS, 2 * pauseSeconds) : pauseSeconds;
            pausedSince = time.nanoTime();
        }
    }
}

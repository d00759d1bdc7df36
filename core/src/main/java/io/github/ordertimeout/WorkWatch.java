package io.github.ordertimeout;

import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When work that is done again and again began, went on and ended. Its own lock is held for a moment only, so that whoever asks
 * is answered while the work hangs.
 */
final class WorkWatch {
    private final TimeSource time;
    private long lastSign;
    private long begunAt;
    private boolean running;
    private long progressAt;
    private boolean progressed;
    private long restsUntil;
    private boolean rested;
    private @Nullable Instant lastFinished;
    private @Nullable WorkFailure lastFailure;
    private int failedInARow;

    WorkWatch(TimeSource time) {
        this.time = time;
        this.lastSign = time.nanoTime();
    }

    /** From now on somebody expects the work to be done. */
    synchronized void expected() {
        lastSign = time.nanoTime();
    }

    synchronized void begun() {
        running = true;
        begunAt = time.nanoTime();
        progressed = false;
    }

    /**
     * The run under way goes on.
     *
     * @param certain whether something was done; else it was only read, which means nothing while runs fail
     */
    synchronized void progress(boolean certain) {
        if (running && (certain || failedInARow == 0)) {
            progressed = true;
            progressAt = time.nanoTime();
        }
    }

    synchronized void finished() {
        ended();
        lastSign = time.nanoTime();
        lastFinished = time.now();
        failedInARow = 0;
    }

    synchronized void failed(String reason) {
        ended();
        failedInARow++;
        lastFailure = new WorkFailure(time.now(), reason);
    }

    private void ended() {
        running = false;
        progressed = false;
    }

    /** Something failed that ended no run. */
    synchronized void failedBeside(String reason) {
        lastFailure = new WorkFailure(time.now(), reason);
    }

    synchronized Optional<Duration> runningFor() {
        return running ? Optional.of(Duration.ofNanos(time.nanoTime() - begunAt)) : Optional.empty();
    }

    /** Nobody expects a run before so much time has passed. */
    synchronized void rests(Duration rest) {
        restsUntil = time.nanoTime() + rest.toNanos();
        rested = true;
    }

    synchronized Duration quietFor() {
        long now = time.nanoTime();
        long sign = progressed ? progressAt : lastSign;
        long since = rested && restsUntil - sign > 0 ? restsUntil : sign;
        return Duration.ofNanos(Math.max(0, now - since));
    }

    synchronized Optional<Instant> lastFinished() {
        return Optional.ofNullable(lastFinished);
    }

    synchronized Optional<WorkFailure> lastFailure() {
        return Optional.ofNullable(lastFailure);
    }

    synchronized int failedInARow() {
        return failedInARow;
    }
}

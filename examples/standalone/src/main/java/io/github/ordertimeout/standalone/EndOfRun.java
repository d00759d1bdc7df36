package io.github.ordertimeout.standalone;

import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the process to be told to end (SIGTERM, SIGINT), and holds it until what was begun is finished; then it ends with
 * an exit code of our own, 0 if none is set, not with the JVM's 143.
 */
final class EndOfRun implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 90;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::hold, "order-timeout-shutdown");

    private volatile ExitCode code = ExitCode.SOUND;

    private EndOfRun() {}

    static EndOfRun watch() {
        EndOfRun end = new EndOfRun();
        Runtime.getRuntime().addShutdownHook(end.hook);
        return end;
    }

    /** Returns when the process is told to end, or when this thread is interrupted. */
    void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            // Told to end as well. The flag stays down: the engine is to be closed in peace.
            asked.countDown();
        }
    }

    /** Whether the process was told to end; takes the interrupt of this thread for the same. */
    boolean isAsked() {
        return asked.getCount() == 0 || Thread.interrupted();
    }

    /** That is how the process ends, should it have been told to; yields the same code. */
    ExitCode with(ExitCode outcome) {
        code = outcome;
        return outcome;
    }

    private void hold() {
        asked.countDown();
        try {
            if (done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(code.number());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Everything is finished: the process may end. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is ending already: that is what the hook waits for.
            done.countDown();
        }
    }
}

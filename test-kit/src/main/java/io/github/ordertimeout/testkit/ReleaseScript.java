package io.github.ordertimeout.testkit;

import io.github.ordertimeout.release.ReleaseFailedException;
import java.time.Duration;
import java.util.function.Supplier;

/** What a {@link ScriptedReleaser} does when it is asked to release. */
@FunctionalInterface
public interface ReleaseScript {
    /** Plays one call: does the work as often as it likes, and returns or throws. */
    void play(Work work);

    /** The work of one call. */
    interface Work {
        /** Does it now. */
        void run();

        /** Leaves it until the close has committed; it is never done where the close was rolled back. */
        void runAfterCommit();
    }

    /** Does the work. */
    static ReleaseScript succeed() {
        return Work::run;
    }

    /** Refuses before anything is done, with a {@link ReleaseFailedException} of that sentence. */
    static ReleaseScript fail(String sentence) {
        return fail(() -> new ReleaseFailedException(sentence));
    }

    /** Throws before anything is done. */
    static ReleaseScript fail(Supplier<? extends RuntimeException> failure) {
        return work -> {
            throw failure.get();
        };
    }

    /** Does the work, but its answer is lost: whoever asked sees a failure. */
    static ReleaseScript loseAnswer() {
        return work -> {
            work.run();
            throw new ReleaseFailedException("The answer was lost on purpose");
        };
    }

    /** Hangs until the test opens the gate, then does the work. */
    static ReleaseScript hang(Gate gate) {
        return work -> {
            gate.pass();
            work.run();
        };
    }

    /** Does the work, and answers when the test opens the gate. */
    static ReleaseScript answerLate(Gate gate) {
        return work -> {
            work.run();
            gate.pass();
        };
    }

    /** Does the work, and answers when so much time has passed on the test's clock. */
    static ReleaseScript answerLate(SettableClock clock, Duration late) {
        return work -> {
            work.run();
            clock.advance(late);
        };
    }

    /** Does the work twice. */
    static ReleaseScript twice() {
        return work -> {
            work.run();
            work.run();
        };
    }

    /** Does the work only after the close has committed. */
    static ReleaseScript afterCommit() {
        return Work::runAfterCommit;
    }
}

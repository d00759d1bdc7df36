package io.github.ordertimeout;

import io.github.ordertimeout.settle.Compensation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notes that calls are done, several at a time: whoever is done with a call while nobody writes becomes the writer, and takes with
 * him what the others have done meanwhile. So that one transaction stands for as many calls as fit into the time of one. Thread-safe.
 */
final class DoneReleases {
    private static final int MOST_AT_ONCE = 500;

    private final ReleaseCalls calls;
    private final Deque<Done> waiting = new ArrayDeque<>();
    private boolean writing;

    DoneReleases(ReleaseCalls calls) {
        this.calls = calls;
    }

    /**
     * A call that has come to an end.
     *
     * @param told null, or why it could not be noted; called once, on whatever thread
     */
    private record Done(Compensation what, String token, Consumer<@Nullable RuntimeException> told) {}

    /** Returns when this one is noted, or will be by somebody who is at it. */
    void add(Compensation what, String token, Consumer<@Nullable RuntimeException> told) {
        synchronized (this) {
            waiting.add(new Done(what, token, told));
            if (writing) {
                return;
            }
            writing = true;
        }
        boolean ended = false;
        try {
            for (List<Done> some = next(); !some.isEmpty(); some = next()) {
                write(some);
            }
            ended = true;
        } finally {
            if (!ended) {
                // An error: what waits is written by whoever comes next, and what was being written comes back by its
                // rows.
                stop();
            }
        }
    }

    private synchronized void stop() {
        writing = false;
    }

    /** Those that wait in a row and have one claim; nobody writes any longer where there are none. */
    private synchronized List<Done> next() {
        List<Done> some = new ArrayList<>();
        while (some.size() < MOST_AT_ONCE
                && !waiting.isEmpty()
                && (some.isEmpty()
                        || waiting.getFirst().token().equals(some.get(0).token()))) {
            some.add(waiting.removeFirst());
        }
        writing = !some.isEmpty();
        return some;
    }

    private void write(List<Done> some) {
        List<RuntimeException> failures;
        try {
            failures = calls.finish(
                    some.stream().map(Done::what).toList(), some.get(0).token());
        } catch (RuntimeException e) {
            // A listener's; whatever it was, nobody else may wait for ever.
            failures = List.of(e);
        }
        for (int i = 0; i < some.size(); i++) {
            some.get(i).told().accept(i < failures.size() ? failures.get(i) : null);
        }
    }
}

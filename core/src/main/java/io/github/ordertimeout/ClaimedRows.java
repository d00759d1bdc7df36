package io.github.ordertimeout;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.settle.Backoff;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.settle.CompensationStore;
import java.time.Duration;
import java.time.Instant;

/** What can become of a row that this node has claimed. */
record ClaimedRows(CompensationStore store, Backoff backoff, EngineListener listener) {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration MUCH_LATER = Duration.ofHours(1);

    /** It is done. */
    void resolve(CompensationRow row) {
        store.resolve(row);
    }

    /** It could not be tried, by no fault of its own. */
    void soon(CompensationRow row, Instant now) {
        later(row, now.plus(SOON), row.what().reason());
    }

    /** There is nothing to try before somebody changes something. */
    void muchLater(CompensationRow row, Instant now) {
        later(row, now.plus(MUCH_LATER), row.what().reason());
    }

    /** It is looked at again then; no attempt is counted. */
    void later(CompensationRow row, Instant next, String reason) {
        store.reschedule(new CompensationRow(
                row.row(), row.what().because(reason), row.state(), row.attempts(), next, row.token()));
    }

    /** It is looked at again then, for the next time; how often does not make it dead. */
    void lookedAt(CompensationRow row, Instant next, String reason) {
        store.reschedule(new CompensationRow(
                row.row(), row.what().because(reason), row.state(), row.attempts() + 1, next, row.token()));
    }

    /** It failed again. */
    void failed(CompensationRow row, String reason, Instant now) {
        int attempts = row.attempts() + 1;
        CompensationState state = backoff.state(attempts);
        CompensationRow changed = new CompensationRow(
                row.row(), row.what().because(reason), state, attempts, now.plus(backoff.after(attempts)), row.token());
        if (store.reschedule(changed) && state == CompensationState.DEAD && row.state() != CompensationState.DEAD) {
            listener.onEvent(new EngineEvent.CompensationDead(row.what().rule(), changed));
        }
    }
}

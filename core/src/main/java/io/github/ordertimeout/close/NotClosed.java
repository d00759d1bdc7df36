package io.github.ordertimeout.close;

import java.util.Optional;

/** Why an order of a batch was left as it is, though nothing failed. */
public sealed interface NotClosed {
    /**
     * It no longer meets every condition: paid, closed, changed or gone since it was read.
     *
     * @param status its status now, where the row is still there
     * @param expected whether that status is a paid or a closed one, or the row is still open but changed
     */
    record LostRace(Optional<String> status, boolean expected) implements NotClosed {}

    /**
     * Somebody holds a lock that its close needs; tried again soon.
     *
     * @param what which lock
     */
    record Busy(String what) implements NotClosed {}

    /** The row shows signs of a payment now. */
    record Inconsistent() implements NotClosed {}

    /** Closed by its rule for the third time within a day: listed for a person, not closed. */
    record Reclosing() implements NotClosed {}
}

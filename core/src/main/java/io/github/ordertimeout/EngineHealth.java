package io.github.ordertimeout;

import java.util.List;
import java.util.Optional;

/**
 * Whether an engine does its work. An engine that nobody has started is judged by what its passes said, not by when they came.
 *
 * @param ailments what is amiss; empty: nothing
 */
public record EngineHealth(List<Ailment> ailments) {
    /** Copies the list. */
    public EngineHealth {
        ailments = List.copyOf(ailments);
    }

    /** Whether nothing is amiss. */
    public boolean isUp() {
        return ailments.isEmpty();
    }

    /**
     * One thing that is amiss.
     *
     * @param kind which
     * @param rule whose; empty where it is no single rule's
     * @param sentence for a person: what is so, and what to look at
     */
    public record Ailment(Kind kind, Optional<String> rule, String sentence) {}

    /** What can be amiss. */
    public enum Kind {
        /** The engine was closed. */
        CLOSED,
        /** A thread of the engine died. */
        THREAD_DIED,
        /** No pass has finished for too long: one hangs, or each one fails. */
        NO_FINISHED_PASS,
        /** The database confirms closes and does not keep them. */
        COMMITS_LOST,
        /** The safety brake has tripped. */
        BRAKED,
        /** A rule matches no order, while others of its table look overdue. */
        MATCHES_NOTHING,
        /** An order that nothing but the engine keeps open is overdue for too long. */
        OVERDUE,
        /** Too many rows of the compensation table are dead. */
        DEAD_ROWS,
        /** What is owed or has failed is not worked off. */
        COMPENSATION_FAILS
    }
}

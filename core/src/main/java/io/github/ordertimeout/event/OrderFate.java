package io.github.ordertimeout.event;

/** What can become of an overdue order in a pass. */
public enum OrderFate {
    /** Closed and committed. */
    CLOSED,
    /** A dry run would have closed it. */
    WOULD_CLOSE,
    /** Left open for a reason. */
    SKIPPED,
    /** Left open until a moment. */
    DEFERRED,
    /** Taken by somebody else between reading and closing. */
    LOST_RACE,
    /** Locked by somebody else; tried again soon. */
    BUSY,
    /** The close failed. */
    FAILED
}

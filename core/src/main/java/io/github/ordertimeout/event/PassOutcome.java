package io.github.ordertimeout.event;

/** How a pass ended. */
public enum PassOutcome {
    /** It went to its end, or to a limit that it was given. */
    FINISHED,
    /** A pause or the safety brake kept it from closing anything; it only counted. */
    HELD,
    /** Something that is no order's fault ended it early. */
    FAILED
}

package io.github.ordertimeout.settle;

/** Where a row stands; a row that is done is deleted. */
public enum CompensationState {
    /** Tried again at its next-attempt time. */
    PENDING,
    /** Tried too often: alerted once, then tried slowly until a person discards it. */
    DEAD
}

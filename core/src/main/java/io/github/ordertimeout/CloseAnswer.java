package io.github.ordertimeout;

/** What became of a request to close one order now. */
public enum CloseAnswer {
    /** Closed, and what it held given back. */
    CLOSED,
    /** It may not be closed now: paid, closed, changed, held back or locked. {@code explain} says which. */
    NOT_CLOSED,
    /** No rule knows such an order. */
    NOT_FOUND
}

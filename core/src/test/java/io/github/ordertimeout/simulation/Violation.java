package io.github.ordertimeout.simulation;

/** A promise was broken; the message names the order and what is wrong. */
final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final int promise;

    Violation(int promise, String message) {
        super("promise " + promise + ": " + message);
        this.promise = promise;
    }

    int promise() {
        return promise;
    }
}

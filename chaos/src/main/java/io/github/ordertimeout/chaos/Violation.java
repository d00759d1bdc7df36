package io.github.ordertimeout.chaos;

/**
 * A promise that was broken.
 *
 * @param promise which
 * @param what by what, for a person
 */
record Violation(Promise promise, String what) {
    @Override
    public String toString() {
        return promise + ": " + what;
    }
}

package io.github.ordertimeout.standalone.demo;

/**
 * One of the library's promises, looked up in the data.
 *
 * @param number its number
 * @param kept whether the data bears it out
 * @param evidence the figures, for people
 */
public record Promise(int number, boolean kept, String evidence) {
    @Override
    public String toString() {
        return "Promise " + number + ": " + (kept ? "kept" : "BROKEN") + " (" + evidence + ")";
    }
}

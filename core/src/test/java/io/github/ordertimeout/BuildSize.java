package io.github.ordertimeout;

/** How much a test does: a little in every build, and at length with {@code -Pthorough}. */
public final class BuildSize {
    private BuildSize() {}

    /** Whether this is a thorough build. */
    public static boolean isThorough() {
        return Boolean.getBoolean("thorough");
    }

    /** The first number in every build, the second in a thorough one. */
    public static int of(int every, int thorough) {
        return isThorough() ? thorough : every;
    }
}

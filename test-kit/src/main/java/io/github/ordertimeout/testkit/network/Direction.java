package io.github.ordertimeout.testkit.network;

/** Which way bytes go through a {@link FaultyProxy}. */
public enum Direction {
    /** What the client sends. */
    TO_SERVER,
    /** What the server answers. */
    TO_CLIENT
}

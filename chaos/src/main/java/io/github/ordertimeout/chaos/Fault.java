package io.github.ordertimeout.chaos;

import java.time.Duration;

/**
 * One thing that goes wrong.
 *
 * @param at when, after the first fault could have come
 * @param kind what
 * @param target which node; the number of nodes: the shop's own connections; 0 where it is nobody's
 * @param length how long
 * @param size any number, for kinds that need one
 */
record Fault(Duration at, FaultKind kind, int target, Duration length, long size) {
    Duration end() {
        return at.plus(length);
    }

    @Override
    public String toString() {
        return String.format("%7.1f s %s(%d) for %.1f s", at.toMillis() / 1e3, kind, target, length.toMillis() / 1e3);
    }
}

package io.github.ordertimeout.config;

import java.util.List;
import java.util.Optional;

/**
 * The status column and the values that mean open, closed and paid. A value {@code sql:SELECT …} is looked up once at start.
 *
 * @param column the column
 * @param open values of an order that waits for payment; not empty
 * @param closed the value that a close sets; empty where {@code on-close} alone marks the close
 * @param paid values that mean paid; may be empty
 */
public record StatusMapping(String column, List<String> open, Optional<String> closed, List<String> paid) {
    /** Copies the lists. */
    public StatusMapping {
        open = List.copyOf(open);
        paid = List.copyOf(paid);
    }
}

package io.github.ordertimeout.scan;

/**
 * An order that looks overdue and that a rule leaves out: a hint that the rule is wrong where it matches no order at all.
 *
 * @param id the order's id
 * @param status its status
 * @param by what leaves it out
 */
public record Overlooked(String id, String status, By by) {
    /** What leaves an order out. */
    public enum By {
        /** Its status is none that the rule names; it meets every other condition. */
        STATUS,
        /** {@code where}; its status is an open one. */
        WHERE
    }
}

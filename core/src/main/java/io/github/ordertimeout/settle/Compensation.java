package io.github.ordertimeout.settle;

import io.github.ordertimeout.order.OrderKey;

/**
 * Something to be tried again.
 *
 * @param rule the rule's name
 * @param key the order
 * @param kind what is owed
 * @param type the release type, where kinds have types; else empty
 * @param closeNumber which close of the order it belongs to; 0 where to none
 * @param reason why it is here, for a person: one line, cut where it is longer than {@value #LONGEST_REASON} characters
 */
public record Compensation(
        String rule, OrderKey key, CompensationKind kind, String type, long closeNumber, String reason) {
    /** The longest reason that is kept. */
    public static final int LONGEST_REASON = 1000;

    /** Makes one line of the reason: often it is what an exception says, with a whole answer of the other side in it. */
    public Compensation {
        reason = OneLine.of(reason, LONGEST_REASON);
    }

    /** Something that belongs to no close. */
    public Compensation(String rule, OrderKey key, CompensationKind kind, String type, String reason) {
        this(rule, key, kind, type, 0, reason);
    }

    /** A close that failed alone. */
    public static Compensation failedClose(String rule, OrderKey key, String reason) {
        return new Compensation(rule, key, CompensationKind.CLOSE, "", reason);
    }

    /** The same, for another reason. */
    public Compensation because(String changed) {
        return new Compensation(rule, key, kind, type, closeNumber, changed);
    }
}

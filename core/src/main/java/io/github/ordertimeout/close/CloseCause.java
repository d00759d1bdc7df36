package io.github.ordertimeout.close;

/**
 * Why orders are closed, kept in the ledger.
 *
 * @param rule the rule's name
 * @param reason {@code timeout}, or what a person wrote
 * @param actor {@code engine}, or who asked
 * @param dueRequired whether the due time must have passed; false for a person's cancel only
 */
public record CloseCause(String rule, String reason, String actor, boolean dueRequired) {
    /** The engine's own close. */
    public static CloseCause timeout(String rule) {
        return new CloseCause(rule, "timeout", "engine", true);
    }

    /** A person's cancel: every condition but the due time holds. */
    public static CloseCause cancel(String rule, String reason, String actor) {
        return new CloseCause(rule, reason, actor, false);
    }
}

package io.github.ordertimeout.spring.metadata;

/**
 * Keys of {@code safety} inside a rule, for tools that complete keys; never bound.
 *
 * @param maxClosesPerPass More overdue orders than that trip the brake: the rule closes nothing, on any node, until
 *     resume RULE or another limit; 0: no such limit. Counted before the first close, max-per-pass or not.
 * @param maxShareOfOpen The same for a share of all open orders: 0.2 or 20%.
 * @param floor So many overdue orders never trip it.
 */
record SafetyKeys(Integer maxClosesPerPass, String maxShareOfOpen, Integer floor) {}

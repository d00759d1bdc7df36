package io.github.ordertimeout.settle;

/**
 * The compensation table at a glance.
 *
 * @param pending rows that will be tried again soon
 * @param dead rows that were tried too often
 */
public record CompensationCounts(long pending, long dead) {}

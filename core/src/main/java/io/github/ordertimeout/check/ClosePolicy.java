package io.github.ordertimeout.check;

import io.github.ordertimeout.order.OrderSnapshot;

/**
 * Holds orders back that are overdue and yet should stay open. Policies can only hold back: the built-in checks (status,
 * signs of payment, due time) always run, and the most cautious verdict wins.
 *
 * <p>Called before any transaction is opened, possibly from several threads at once. An exception counts against that order
 * only.
 */
@FunctionalInterface
public interface ClosePolicy {
    /** Judges one overdue order; never null. */
    Verdict judge(OrderSnapshot order, CheckContext context);
}

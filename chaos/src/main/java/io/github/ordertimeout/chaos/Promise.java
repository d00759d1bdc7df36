package io.github.ordertimeout.chaos;

/** What must hold at the end of every run. */
enum Promise {
    /** No order is closed before its time to pay has run out, by the database's clock. */
    NOT_EARLY,
    /** No order is closed that was paid, and no closed one becomes paid. */
    NOT_OVER_A_PAYMENT,
    /** An order is closed once. */
    CLOSED_ONCE,
    /** What a closed order held is given back exactly once, here and in the warehouse; of others nothing is. */
    STOCK_BACK_ONCE,
    /** Stock is what it was in the beginning, less what open and paid orders hold. */
    STOCK_ADDS_UP,
    /** All money is kept by a paid order, or given back once. */
    REFUNDED_ONCE,
    /** What the shop was told is so. */
    NOTHING_LOST,
    /** Every overdue order is closed, or held for a reason that explain names, two intervals after the last fault. */
    ACCOUNTED_FOR,
    /** One interval after a node was killed the others have closed what ran out since. */
    TAKEN_OVER,
    /** In the end every overdue order is closed or paid, and nothing is owed any more. */
    COMES_TO_REST
}

package io.github.ordertimeout.standalone.demo;

/** What an order of the demo is there to show. */
enum Role {
    /** Overdue and unpaid: to be closed. */
    OVERDUE(2_953, 0),
    /** Overdue when it is found, paid before it is closed. */
    PAID_MEANWHILE(12, 0),
    /** Still open, but its row says that money came in. */
    PAID_BUT_OPEN(10, 0),
    /** Overdue, held back by a policy of the shop. */
    GIFT_CARD(20, 0),
    /** Overdue, but less is reserved than it would give back. */
    SHORT_STOCK(5, 0),
    /** Open, with time left. */
    NOT_DUE(1_000, 0),
    /** Paid in time. */
    PAID(2_500, 1),
    /** Shipped. */
    SHIPPED(2_000, 2),
    /** Closed by its buyer long ago. */
    CLOSED_BEFORE(1_500, 4);

    private final int orders;
    private final int status;

    Role(int orders, int status) {
        this.orders = orders;
        this.status = status;
    }

    /** How many orders play it. */
    int orders() {
        return orders;
    }

    /** The status they have at first. */
    int status() {
        return status;
    }

    boolean isOverdue() {
        return compareTo(NOT_DUE) < 0;
    }

    boolean isPaid() {
        return this == PAID_BUT_OPEN || this == PAID || this == SHIPPED;
    }
}

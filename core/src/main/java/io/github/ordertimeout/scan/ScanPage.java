package io.github.ordertimeout.scan;

import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;
import java.util.Optional;

/**
 * A page of overdue orders, oldest first.
 *
 * @param orders what was read; rows that show signs of a payment are among them, marked
 * @param next where the next page starts; empty: this was the last
 */
public record ScanPage(List<OrderSnapshot> orders, Optional<Cursor> next) {
    /** Copies the orders. */
    public ScanPage {
        orders = List.copyOf(orders);
    }
}

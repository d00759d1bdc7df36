package io.github.ordertimeout;

import io.github.ordertimeout.order.OrderTimeoutException;
import java.util.List;

/** An id or number means different orders under different rules. */
public class AmbiguousOrderException extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    /** Takes what was asked for and the orders it may mean. */
    public AmbiguousOrderException(String idOrNumber, List<String> orders) {
        super("Order " + idOrNumber + " may be any of " + String.join(", ", orders)
                + ": say which by its id; of orders in several tables, as they stand here");
    }
}

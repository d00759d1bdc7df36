package io.github.ordertimeout.release;

import io.github.ordertimeout.order.OrderTimeoutException;

/** What an order holds cannot be given back as the rule demands; its close is rolled back. */
public class ReleaseFailedException extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    /** Takes a sentence that names the stock, the value and the remedy. */
    public ReleaseFailedException(String message) {
        super(message);
    }
}

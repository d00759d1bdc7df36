package io.github.ordertimeout.standalone.arguments;

import io.github.ordertimeout.order.OrderTimeoutException;

/** The runner was called in a way it does not understand. */
public class UsageException extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    /** Takes what is wrong and what would be right. */
    public UsageException(String message) {
        super(message);
    }
}

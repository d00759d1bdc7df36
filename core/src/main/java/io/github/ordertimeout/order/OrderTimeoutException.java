package io.github.ordertimeout.order;

import org.jspecify.annotations.Nullable;

/** The root of every exception this library throws on purpose. Messages name the thing, the value and the remedy. */
public class OrderTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Takes a sentence for a person. */
    public OrderTimeoutException(String message) {
        super(message);
    }

    /** Takes a sentence for a person and what caused it. */
    public OrderTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

package io.github.ordertimeout.standalone.database;

import io.github.ordertimeout.order.OrderTimeoutException;
import org.jspecify.annotations.Nullable;

/** The database cannot be reached, or it refuses what the runner needs; nothing was done. */
public class CannotStartException extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    /** Takes what is wrong and what would be right. */
    public CannotStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

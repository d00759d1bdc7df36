package io.github.ordertimeout.transaction;

import io.github.ordertimeout.order.OrderTimeoutException;

/** A commit was sent and no answer came, so that it may or may not have taken effect. The ledger knows. */
public class CommitOutcomeUnknownException extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    /** Takes what the commit threw. */
    public CommitOutcomeUnknownException(Throwable cause) {
        super("The commit may or may not have taken effect: " + cause.getMessage(), cause);
    }
}

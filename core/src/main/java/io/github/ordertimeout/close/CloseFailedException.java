package io.github.ordertimeout.close;

import io.github.ordertimeout.order.OrderTimeoutException;

/** A closing transaction was rolled back, or its outcome is unknown; nothing of the batch is known to be closed. */
public class CloseFailedException extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final String signature;

    /**
     * Takes what went wrong.
     *
     * @param kind whose fault it was
     * @param signature what makes two failures alike: for example the exception's class and SQL state
     * @param message a sentence for a person
     * @param cause what was thrown
     */
    public CloseFailedException(FailureKind kind, String signature, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.signature = signature;
    }

    /** Whose fault it was. */
    public FailureKind kind() {
        return kind;
    }

    /** Equal for two failures of the same nature. */
    public String signature() {
        return signature;
    }
}

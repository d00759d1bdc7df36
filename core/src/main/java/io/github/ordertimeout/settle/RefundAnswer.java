package io.github.ordertimeout.settle;

import java.util.Objects;

/** What the provider says to a refund. */
public sealed interface RefundAnswer {
    /** It has been given back, or the provider has taken the order to do so for certain. */
    record Refunded() implements RefundAnswer {}

    /** It had been given back before: by us, or by somebody at the provider. As good as {@link Refunded}. */
    record AlreadyRefunded() implements RefundAnswer {}

    /**
     * Not now: it is tried again.
     *
     * @param reason for a person
     */
    record NotYet(String reason) implements RefundAnswer {
        /** Refuses a missing reason. */
        public NotYet {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** It has been given back. */
    static RefundAnswer refunded() {
        return new Refunded();
    }

    /** It had been given back before. */
    static RefundAnswer alreadyRefunded() {
        return new AlreadyRefunded();
    }

    /** Not now. */
    static RefundAnswer notYet(String reason) {
        return new NotYet(reason);
    }
}

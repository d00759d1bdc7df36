package io.github.ordertimeout.check;

import java.time.Instant;
import java.util.Objects;

/** What the provider says to the request to cancel a pending payment. Only the first two let the order close. */
public sealed interface CancelAnswer {
    /** It cannot succeed any more. */
    record Cancelled() implements CancelAnswer {}

    /** It had ended without money before: expired, refused, cancelled. As good as {@link Cancelled}. */
    record AlreadyClosed() implements CancelAnswer {}

    /** It has succeeded: the order is paid. */
    record AlreadyPaid() implements CancelAnswer {}

    /**
     * The provider takes no cancel yet.
     *
     * @param until when to try again
     */
    record TooEarly(Instant until) implements CancelAnswer {
        /** Refuses a missing moment. */
        public TooEarly {
            Objects.requireNonNull(until, "until");
        }
    }

    /** The provider did not say. */
    record Unknown() implements CancelAnswer {}

    /** It cannot succeed any more. */
    static CancelAnswer cancelled() {
        return new Cancelled();
    }

    /** It had ended without money before. */
    static CancelAnswer alreadyClosed() {
        return new AlreadyClosed();
    }

    /** It has succeeded. */
    static CancelAnswer alreadyPaid() {
        return new AlreadyPaid();
    }

    /** Not before {@code until}. */
    static CancelAnswer tooEarly(Instant until) {
        return new TooEarly(until);
    }

    /** The provider did not say. */
    static CancelAnswer unknown() {
        return new Unknown();
    }
}

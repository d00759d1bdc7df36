package io.github.ordertimeout.check;

import java.time.Instant;
import java.util.Objects;

/** What a policy says of an overdue order. */
public sealed interface Verdict {
    /** Nothing speaks against closing. */
    record Close() implements Verdict {}

    /**
     * Not now; looked at again in later passes.
     *
     * @param reason a short stable word for reports, for example {@code vip}
     */
    record Skip(String reason) implements Verdict {
        /** Refuses a missing reason. */
        public Skip {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * Not before a moment.
     *
     * @param reason a short stable word for reports
     * @param until when to look again
     */
    record Defer(String reason, Instant until) implements Verdict {
        /** Refuses a missing reason or moment. */
        public Defer {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(until, "until");
        }
    }

    /** Nothing speaks against closing. */
    static Verdict close() {
        return new Close();
    }

    /** Not now. */
    static Verdict skip(String reason) {
        return new Skip(reason);
    }

    /** Not before {@code until}. */
    static Verdict defer(String reason, Instant until) {
        return new Defer(reason, until);
    }

    /** The more cautious of the two: skipping beats deferring, a later moment beats an earlier one, both beat closing. */
    default Verdict and(Verdict other) {
        if (this instanceof Skip || other instanceof Close) {
            return this;
        }
        if (other instanceof Skip || this instanceof Close) {
            return other;
        }
        return ((Defer) this).until().isBefore(((Defer) other).until()) ? other : this;
    }
}

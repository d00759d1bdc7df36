package io.github.ordertimeout.testkit;

import io.github.ordertimeout.close.ClosedOrder;
import java.util.Optional;

/**
 * One call of a {@link ScriptedReleaser}, over.
 *
 * @param order what it was asked to release
 * @param key the idempotency key of the close and the release type
 * @param failure what the call threw
 */
public record ReleaseCall(ClosedOrder order, String key, Optional<Throwable> failure) {
    /** The order's id. */
    public String id() {
        return order.order().id();
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.order.OrderKey;
import java.util.Optional;

/** Which order an event is about. */
final class EventOrders {
    private EventOrders() {}

    static Optional<OrderKey> of(EngineEvent event) {
        if (event instanceof EngineEvent.OrderClosed closed) {
            return Optional.of(closed.order().order().key());
        } else if (event instanceof EngineEvent.LostRace lost) {
            return Optional.of(lost.key());
        } else if (event instanceof EngineEvent.CloseFailed failed) {
            return Optional.of(failed.key());
        } else if (event instanceof EngineEvent.CompensationDead dead) {
            return Optional.of(dead.row().what().key());
        } else if (event instanceof EngineEvent.OrderStuck stuck) {
            return Optional.of(stuck.key());
        } else if (event instanceof EngineEvent.PaymentFound found) {
            return Optional.of(found.key());
        } else if (event instanceof EngineEvent.PaymentCancelledButOpen open) {
            return Optional.of(open.key());
        } else if (event instanceof EngineEvent.PaymentTaken taken) {
            return Optional.of(taken.confirmation().key());
        } else if (event instanceof EngineEvent.Released released) {
            return Optional.of(released.key());
        } else if (event instanceof EngineEvent.PaymentRefunded refunded) {
            return Optional.of(refunded.request().key());
        }
        return Optional.empty();
    }
}

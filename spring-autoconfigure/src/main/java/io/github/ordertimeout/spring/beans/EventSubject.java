package io.github.ordertimeout.spring.beans;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.Optional;

/** The order that an event is about. */
record EventSubject(OrderKey key, Optional<OrderSnapshot> order) {
    /** Empty where the event is about a whole rule. */
    static Optional<EventSubject> of(EngineEvent event) {
        if (event instanceof EngineEvent.OrderClosed closed) {
            return Optional.of(new EventSubject(
                    closed.order().order().key(), Optional.of(closed.order().order())));
        }
        return key(event).map(key -> new EventSubject(key, Optional.empty()));
    }

    private static Optional<OrderKey> key(EngineEvent event) {
        if (event instanceof EngineEvent.LostRace lost) {
            return Optional.of(lost.key());
        }
        if (event instanceof EngineEvent.CloseFailed failed) {
            return Optional.of(failed.key());
        }
        if (event instanceof EngineEvent.CompensationDead dead) {
            return Optional.of(dead.row().what().key());
        }
        if (event instanceof EngineEvent.OrderStuck stuck) {
            return Optional.of(stuck.key());
        }
        if (event instanceof EngineEvent.PaymentFound found) {
            return Optional.of(found.key());
        }
        if (event instanceof EngineEvent.PaymentCancelledButOpen open) {
            return Optional.of(open.key());
        }
        if (event instanceof EngineEvent.Released released) {
            return Optional.of(released.key());
        }
        if (event instanceof EngineEvent.PaymentTaken taken) {
            return Optional.of(taken.confirmation().key());
        }
        return event instanceof EngineEvent.PaymentRefunded refunded
                ? Optional.of(refunded.request().key())
                : Optional.empty();
    }
}

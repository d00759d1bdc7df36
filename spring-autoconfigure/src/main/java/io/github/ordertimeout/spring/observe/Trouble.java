package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.event.EngineEvent;
import java.util.Optional;

/** What a person may have to look at, as events tell it. */
enum Trouble {
    /** A fault ended a pass, or happened beside it. */
    PASS_BROKEN,
    /** An order's close fails when tried alone. */
    CLOSE_FAILED,
    /** A row was tried too often. */
    COMPENSATION_DEAD,
    /** The payment side holds an order back for too long. */
    ORDER_STUCK,
    /** The safety brake tripped. */
    BRAKE_TRIPPED,
    /** An order was taken meanwhile, and its status is one that the rule does not know. */
    UNEXPECTED_STATUS,
    /** A pending payment was cancelled and the order stayed open. */
    CANCELLED_BUT_OPEN;

    static Optional<Trouble> of(EngineEvent event) {
        if (event instanceof EngineEvent.PassBroken) {
            return Optional.of(PASS_BROKEN);
        } else if (event instanceof EngineEvent.CloseFailed) {
            return Optional.of(CLOSE_FAILED);
        } else if (event instanceof EngineEvent.CompensationDead) {
            return Optional.of(COMPENSATION_DEAD);
        } else if (event instanceof EngineEvent.OrderStuck) {
            return Optional.of(ORDER_STUCK);
        } else if (event instanceof EngineEvent.BrakeTripped) {
            return Optional.of(BRAKE_TRIPPED);
        } else if (event instanceof EngineEvent.LostRace lost && !lost.expected()) {
            return Optional.of(UNEXPECTED_STATUS);
        } else if (event instanceof EngineEvent.PaymentCancelledButOpen) {
            return Optional.of(CANCELLED_BUT_OPEN);
        }
        return Optional.empty();
    }
}

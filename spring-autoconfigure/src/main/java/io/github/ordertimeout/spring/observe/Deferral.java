package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.OrderFate;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Why an overdue order was left open until later, in words of a fixed number: a policy's own are its own business. */
enum Deferral {
    /** The provider says that a payment is under way. */
    PAYMENT_IN_PROGRESS,
    /** The provider did not say. */
    PAYMENT_UNKNOWN,
    /** A part of the money is there. */
    PAYMENT_PARTIALLY_PAID,
    /** All of it is, and the order is open. */
    PAYMENT_PAID,
    /** Listed for a person before. */
    PAYMENT_STUCK,
    /** The provider lets no one cancel its pending payment yet. */
    PAYMENT_CANCEL_TOO_EARLY,
    /** Whether the pending payment was cancelled is not known. */
    PAYMENT_CANCEL_UNKNOWN,
    /** A policy said so. */
    POLICY;

    /** How often each was the reason in that pass. */
    static Map<Deferral, Long> count(EngineEvent.PassEnded pass) {
        Map<Deferral, Long> counts = new EnumMap<>(Deferral.class);
        long rest = pass.orders().getOrDefault(OrderFate.DEFERRED, 0L);
        for (Deferral reason : values()) {
            long orders = reason == POLICY
                    ? Math.max(0, rest)
                    : pass.reasons()
                            .getOrDefault(reason.name().toLowerCase(Locale.ROOT).replace('_', '-'), 0L);
            counts.put(reason, orders);
            rest -= orders;
        }
        return counts;
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentDecision;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Orders that a person should look at since the payment side holds them back. One durable row each, and one alert. */
final class StuckOrders {
    private static final Duration RECHECK = Duration.ofMinutes(10);

    private StuckOrders() {}

    /** Whether it is a person's matter: decided by the order's own data and the answer, so that a restart changes nothing. */
    static boolean isListed(RuleParts parts, OrderSnapshot order, PaymentDecision.Held held, Instant now) {
        PaymentState state = held.answer().state();
        return state == PaymentState.PAID
                || state == PaymentState.PARTIALLY_PAID
                || order.closesAt()
                        .filter(at -> now.isAfter(at.plus(parts.rule().payment().maxDefer())))
                        .isPresent();
    }

    /** Writes the row; where it is new, tells. A payment that was found is worked off at once, everything else slowly. */
    static void list(RuleParts parts, OrderSnapshot order, PaymentDecision.Held held, Instant now) {
        boolean paid = held.answer().state() == PaymentState.PAID;
        String reason = reason(parts, order, held);
        boolean isNew = parts.store()
                .compensations()
                .add(
                        new Compensation(
                                parts.name(),
                                order.key(),
                                CompensationKind.STUCK,
                                paid ? CompensationKind.PAID : "",
                                reason),
                        paid ? order.closesAt().filter(now::isAfter).orElse(now) : nextLook(parts, now));
        if (isNew && !paid) {
            parts.listener().onEvent(new EngineEvent.OrderStuck(parts.name(), order.key(), reason));
        }
    }

    /** When a listed order is asked about again. */
    static Instant nextLook(RuleParts parts, Instant now) {
        Duration recheck = parts.rule().payment().recheck();
        return now.plus(recheck.isZero() ? RECHECK : recheck);
    }

    /** Why it is listed, with the amounts where they are known. */
    static String reason(RuleParts parts, OrderSnapshot order, PaymentDecision.Held held) {
        PaymentAnswer answer = held.answer();
        Optional<BigDecimal> total = Amounts.of(parts.rule(), order);
        String amounts = answer.paid()
                .map(paid -> ": " + paid.toPlainString()
                        + total.map(all -> " of " + all.toPlainString()).orElse("") + " paid")
                .orElse("");
        if (answer.state() == PaymentState.PAID) {
            return held.reason() + amounts + "; the provider knows the payment, the order is open";
        }
        return held.reason() + amounts + "; the order stays open until its payment is settled";
    }
}

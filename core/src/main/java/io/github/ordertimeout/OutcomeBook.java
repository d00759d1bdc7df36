package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentDecision;
import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.OrderFate;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.settle.Compensation;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Enters what became of a batch: into the pass's tally, the compensation table and the events. */
final class OutcomeBook {
    private static final Duration SOONEST = Duration.ofSeconds(5);
    private static final Duration LATEST = Duration.ofMinutes(5);

    private final RuleParts parts;
    private final PassTally tally;
    private final LookAgain lookAgain;

    OutcomeBook(RuleParts parts, PassTally tally, LookAgain lookAgain) {
        this.parts = parts;
        this.tally = tally;
        this.lookAgain = lookAgain;
    }

    /**
     * Enters what became of a batch.
     *
     * @param now the pass's moment
     * @param committedAt the database's clock after the batch's commit
     */
    void enter(List<OrderSnapshot> asked, BatchOutcome outcome, CloseCause cause, Instant now, Instant committedAt) {
        outcome.closed().forEach(tally::closed);
        ClosedEvents.tell(outcome, cause, committedAt, parts, tally);
        if (outcome.closed().size() < asked.size() || outcome.fault().isPresent()) {
            enterNotClosed(asked, outcome, now);
        }
    }

    private void enterNotClosed(List<OrderSnapshot> asked, BatchOutcome outcome, Instant now) {
        Map<String, OrderSnapshot> byId = new LinkedHashMap<>();
        asked.forEach(order -> byId.put(order.id(), order));
        outcome.notClosed().forEach((id, why) -> notClosed(found(byId, id), why, now));
        outcome.poison().forEach((id, reason) -> failedAlone(found(byId, id), reason, now));
        outcome.fault().ifPresent(fault -> {
            String reason = "fault: " + fault.getMessage();
            outcome.dropped()
                    .forEach(id -> tally.count(
                            found(byId, id),
                            OrderFate.FAILED,
                            fault.kind().name().toLowerCase(Locale.ROOT)));
            tally.fault(reason, outcome.systemIsDown());
        });
    }

    private static OrderSnapshot found(Map<String, OrderSnapshot> byId, String id) {
        OrderSnapshot order = byId.get(id);
        if (order == null) {
            throw new IllegalStateException(
                    "The closer answered for order " + id + ", which it was not asked to close");
        }
        return order;
    }

    private void notClosed(OrderSnapshot order, NotClosed why, Instant now) {
        if (why instanceof NotClosed.LostRace lost) {
            tally.count(order, OrderFate.LOST_RACE, "");
            parts.listener()
                    .onEvent(new EngineEvent.LostRace(parts.name(), order.key(), lost.status(), lost.expected()));
        } else if (why instanceof NotClosed.Busy busy) {
            tally.count(order, OrderFate.BUSY, busy.what());
            lookAgain.at(order.id(), now.plus(parts.rule().scan().interval()));
        } else if (why instanceof NotClosed.Inconsistent) {
            tally.inconsistent(
                    order.paidSign().isPresent()
                            ? order
                            : order.showing("money has come in for it, as its close found"),
                    "inconsistent");
        } else {
            tally.count(order, OrderFate.SKIPPED, "reclosing");
        }
    }

    /**
     * The payment side did not say "not paid". Asked again after half the time that it is overdue, between 5 seconds and 5
     * minutes. Listed for a person, durably, where part of the money is there, where all of it is and the order is open all the
     * same, or once it has gone on for longer than {@code payment.max-defer} after its time ran out, whatever any node remembers.
     */
    void deferredByPayment(OrderSnapshot order, PaymentDecision.Held held, Instant now) {
        Instant closesAt = order.closesAt().orElse(now);
        boolean listed = StuckOrders.isListed(parts, order, held, now);
        tally.deferred(order, held.reason(), listed);
        if (!listed) {
            lookAgain.at(order.id(), held.until().filter(now::isBefore).orElse(now.plus(pace(closesAt, now))));
            return;
        }
        try {
            StuckOrders.list(parts, order, held, now);
        } catch (RuntimeException e) {
            tally.fault("order " + order.key() + " has no row as a stuck one: " + e.getMessage(), false);
        }
    }

    private static Duration pace(Instant closesAt, Instant now) {
        Duration half = Duration.between(closesAt, now).dividedBy(2);
        return half.compareTo(SOONEST) < 0 ? SOONEST : half.compareTo(LATEST) > 0 ? LATEST : half;
    }

    /** An order that fails when tried alone: it waits in the compensation table, where the scan does not meet it again. */
    void failedAlone(OrderSnapshot order, String reason, Instant now) {
        tally.count(order, OrderFate.FAILED, PassTally.CLOSE_FAILED);
        try {
            parts.store()
                    .compensations()
                    .add(
                            Compensation.failedClose(parts.name(), order.key(), reason),
                            now.plus(parts.backoff().after(1)));
        } catch (RuntimeException e) {
            // It stays open and is met again; the other orders of the batch must be entered all the same.
            tally.fault("order " + order.key() + " has no compensation row: " + e.getMessage(), false);
        }
        parts.listener().onEvent(new EngineEvent.CloseFailed(parts.name(), order.key(), reason));
    }
}

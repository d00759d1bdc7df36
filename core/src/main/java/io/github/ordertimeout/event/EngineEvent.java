package io.github.ordertimeout.event;

import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.RefundRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Something the engine did or met. Told after commit, on the thread that did it. */
public sealed interface EngineEvent {
    /** The rule it belongs to. */
    String rule();

    /**
     * A rule stopped by itself: more orders are overdue than its limits allow. Told once, when it trips.
     *
     * @param reason for a person
     */
    record BrakeTripped(String rule, String reason) implements EngineEvent {}

    /**
     * An order was closed and what it held given back.
     *
     * @param committedAt a moment after the commit by the database's clock, which was read before and carried on by a clock that
     *     nobody sets; beside it {@link ClosedOrder#closedAt} is the moment at which the pass began
     */
    record OrderClosed(ClosedOrder order, CloseCause cause, Instant committedAt) implements EngineEvent {
        /** Where nobody measured when it was committed. */
        public OrderClosed(ClosedOrder order, CloseCause cause) {
            this(order, cause, order.closedAt());
        }

        @Override
        public String rule() {
            return cause.rule();
        }
    }

    /**
     * An order was closed, and not everything that it held was given back, though nothing failed: the shop's own rows lack it.
     * Told after {@link OrderClosed}.
     *
     * @param order as the closing transaction saw it
     * @param type what was to be given back
     * @param what for a person: how much, and of what
     */
    record ReleasedInPart(String rule, OrderSnapshot order, String type, String what) implements EngineEvent {}

    /**
     * An overdue order was taken by somebody else between reading and closing.
     *
     * @param status its status now, where the row is still there
     * @param expected false where that status is neither open, paid nor closed
     */
    record LostRace(String rule, OrderKey key, Optional<String> status, boolean expected) implements EngineEvent {}

    /**
     * The close of an order fails when tried alone; it is in the compensation table now.
     *
     * @param reason for a person
     */
    record CloseFailed(String rule, OrderKey key, String reason) implements EngineEvent {}

    /**
     * A compensation row was tried too often. Told once per row.
     *
     * @param row as it stands now
     */
    record CompensationDead(String rule, CompensationRow row) implements EngineEvent {}

    /**
     * A pass was ended by something that is no order's fault: a database away, a table missing.
     *
     * @param reason for a person
     */
    record PassBroken(String rule, String reason) implements EngineEvent {}

    /**
     * A pass of a rule has ended, one way or the other. A dry run that was asked for by a person is none.
     *
     * @param shard the part of the rule that it worked
     * @param full whether it began with the oldest order
     * @param outcome how it ended
     * @param took how long it took
     * @param orders how many overdue orders met each fate; all fates are there
     * @param reasons how often each reason was given for orders that stay open; a policy's own words are among them
     * @param queries the calls of the payment gateway since the pass before, in no order; a bounded number of them
     */
    record PassEnded(
            String rule,
            Shard shard,
            boolean full,
            PassOutcome outcome,
            Duration took,
            Map<OrderFate, Long> orders,
            Map<String, Long> reasons,
            List<PaymentQuery> queries)
            implements EngineEvent {
        /** Copies the maps. */
        public PassEnded {
            orders = Map.copyOf(orders);
            reasons = Map.copyOf(reasons);
            queries = List.copyOf(queries);
        }
    }

    /**
     * The payment side has held an order back for too long, or knows a part of its money. Told once per order; it is in the
     * compensation table now.
     *
     * @param reason for a person
     */
    record OrderStuck(String rule, OrderKey key, String reason) implements EngineEvent {}

    /**
     * The payment side knows a payment of an order that is still open. Told once per payment, after the hook.
     *
     * @param reference the payment's, where the gateway named it
     */
    record PaymentFound(String rule, OrderKey key, Optional<String> reference) implements EngineEvent {}

    /** A pending payment was cancelled at the provider, and the order is open all the same: the buyer has to pay anew. */
    record PaymentCancelledButOpen(String rule, OrderKey key) implements EngineEvent {}

    /** A payment came in by the guard. Not told where it joined a transaction of the host, whose end nobody here sees. */
    record PaymentTaken(String rule, Confirmation confirmation) implements EngineEvent {}

    /**
     * What a closed order held was given back by a remote releaser.
     *
     * @param type the releaser's
     */
    record Released(String rule, OrderKey key, long closeNumber, String type) implements EngineEvent {}

    /**
     * A payment was given back.
     *
     * @param already whether the provider had done so before
     */
    record PaymentRefunded(RefundRequest request, boolean already) implements EngineEvent {
        @Override
        public String rule() {
            return request.rule();
        }
    }
}

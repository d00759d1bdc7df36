package io.github.ordertimeout.simulation;

import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.simulation.Provider.Attempt;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What must be true of every payment when nothing is left to do. */
final class PaymentEndChecks {
    private final World world;
    private final PaymentChecks payments;

    private PaymentEndChecks(World world) {
        this.world = world;
        this.payments = world.payments;
    }

    static void check(World world) {
        PaymentEndChecks checks = new PaymentEndChecks(world);
        world.provider.all().forEach(checks::payment);
        checks.stuck();
    }

    private void payment(Attempt attempt) {
        MemoryRow row = payments.payment(attempt.order, attempt.reference);
        PaymentStanding standing = PaymentChecks.standing(row);
        String what = "payment " + attempt.reference + " of order " + attempt.order + " ends as " + standing;
        if ((standing == PaymentStanding.REFUNDED) != (attempt.refunds == 1)
                || standing == PaymentStanding.REFUND_OWED) {
            throw new Violation(7, what + " and was given back " + attempt.refunds + " times");
        }
        if (attempt.state != Provider.State.PAID) {
            return;
        }
        Optional<Instant> taken = payments.lastTaken(attempt.reference);
        boolean watched = payments.isWatched(attempt.reference) && isClosed(attempt.order);
        if ((taken.isPresent() || watched) && !isAccountedFor(attempt, row)) {
            throw new Violation(7, what + ", which accounts for nothing");
        }
        MemoryRow order = world.history.row("orders", attempt.order);
        boolean settled =
                taken.filter(payments.statusSince(attempt.order)::isBefore).isPresent();
        if (order != null && standing != null && settled && !fits(order, standing)) {
            throw new Violation(7, what + ", its order as " + order.columns());
        }
    }

    private boolean isClosed(String id) {
        MemoryRow order = world.history.row("orders", id);
        return order != null && world.oracle.isClosed(order);
    }

    private boolean isAccountedFor(Attempt attempt, @Nullable MemoryRow row) {
        PaymentStanding standing = PaymentChecks.standing(row);
        if (row == null || standing == null) {
            return false;
        }
        return switch (standing) {
            case PAID, REFUNDED -> true;
            case UNDERPAID ->
                !isOpen(attempt.order)
                        || payments.has(CompensationKind.STUCK, attempt.order, "")
                        || isPaidElsewhere(attempt);
            // Told of too where its callback had come before the order was there: the row for a person stays.
            case UNKNOWN_ORDER, MANUAL, TOLD ->
                payments.has(CompensationKind.MANUAL, row.text("order_id"), attempt.reference);
            case REFUND_OWED -> false;
        };
    }

    private boolean isOpen(String id) {
        MemoryRow order = world.history.row("orders", id);
        return order != null && world.oracle.isOpen(order);
    }

    private boolean isPaidElsewhere(Attempt attempt) {
        return payments.has(CompensationKind.STUCK, attempt.order, CompensationKind.PAID);
    }

    /** The callback came after the order had got its status. */
    private boolean fits(MemoryRow order, PaymentStanding standing) {
        return switch (standing) {
            case REFUNDED, MANUAL, UNKNOWN_ORDER -> true;
            case PAID -> world.oracle.isPaid(order);
            case UNDERPAID -> world.oracle.isOpen(order);
            case TOLD, REFUND_OWED -> false;
        };
    }

    private void stuck() {
        Map<String, MemoryRow> rows = new HashMap<>();
        for (MemoryRow row : world.history.rows("order_timeout_compensation")) {
            if (row.get("kind") == CompensationKind.STUCK) {
                MemoryRow other = rows.put(row.text("order_id"), row);
                // A part that the guard took, and what the provider says beside it, are two matters.
                if (other != null && !payments.isHeld(row.text("order_id"))) {
                    throw new Violation(
                            4,
                            "order " + row.text("order_id") + " is listed as stuck twice, " + other.columns() + " and "
                                    + row.columns());
                }
            }
        }
    }
}

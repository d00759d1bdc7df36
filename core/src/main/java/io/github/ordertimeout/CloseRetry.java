package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentDecision;
import io.github.ordertimeout.check.PolicyFailedException;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.event.OrderFate;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.settle.CompensationRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Closes the order of a row, alone and with every check, as if the scan had met it now. */
final class CloseRetry {
    /** Told of an order that the payment side holds back; the row is still claimed. */
    @FunctionalInterface
    interface Held {
        void held(OrderSnapshot order, PaymentDecision.Held held);

        /** The same where a policy, or a sign of a payment, holds it back: the scan will meet it again. */
        default void heldByPolicy(ClaimedRows rows, CompensationRow row) {
            rows.resolve(row);
        }
    }

    /** Told of an order that is not to be closed now; the row is still claimed. */
    @FunctionalInterface
    interface NotToClose {
        void notToClose(Optional<OrderFinding> found);
    }

    private final ClaimedRows rows;

    CloseRetry(ClaimedRows rows) {
        this.rows = rows;
    }

    /** A close that has failed. Once its payment is a person's matter, the order is listed for that and not for the failure. */
    void retry(CompensationRow row, RuleParts parts, PassTally tally, Instant now) {
        retry(
                row,
                parts,
                tally,
                now,
                (order, held) -> {
                    boolean listed = StuckOrders.isListed(parts, order, held, now);
                    if (listed) {
                        // From now on the pass counts it, by its own row.
                        StuckOrders.list(parts, order, held, now);
                        rows.resolve(row);
                    } else {
                        tally.deferred(order, held.reason(), false);
                        rows.soon(row, now);
                    }
                },
                found -> rows.resolve(row));
    }

    /** The same for a row of another kind, which decides what a payment means for it, and whether anything is left of it. */
    void retry(
            CompensationRow row, RuleParts parts, PassTally tally, Instant now, Held onHeld, NotToClose onNotToClose) {
        Optional<OrderFinding> found = parts.scanner()
                .findById(row.what().key().id(), now)
                .filter(finding -> finding.order().key().equals(row.what().key()));
        if (found.isEmpty() || !found.get().unmet().isEmpty() || found.get().tooOld()) {
            // Paid, closed, gone or no longer due: nothing is owed. Should it run out again, the scan meets it.
            onNotToClose.notToClose(found);
            return;
        }
        OrderSnapshot order = found.get().order();
        try {
            if (!(parts.checks().judge(order, parts.context(now)) instanceof Verdict.Close)) {
                onHeld.heldByPolicy(rows, row);
                return;
            }
        } catch (PolicyFailedException e) {
            tally.count(order, OrderFate.FAILED, "policy-failed");
            rows.failed(row, String.valueOf(e.getMessage()), now);
            return;
        }
        CloseCause cause = CloseCause.timeout(parts.name());
        new CloseStep(parts).close(List.of(order), cause, now, new CloseStep.Outcomes() {
            @Override
            public void held(OrderSnapshot asked, PaymentDecision.Held held) {
                onHeld.held(asked, held);
            }

            @Override
            public void closed(List<OrderSnapshot> batch, BatchOutcome outcome) {
                enter(row, order, parts, tally, outcome, cause, now);
            }
        });
    }

    private void enter(
            CompensationRow row,
            OrderSnapshot order,
            RuleParts parts,
            PassTally tally,
            BatchOutcome outcome,
            CloseCause cause,
            Instant now) {
        if (!outcome.closed().isEmpty()) {
            tally.count(order, OrderFate.CLOSED, "");
            ClosedEvents.tell(outcome, cause, parts, tally);
            // Last, since it may fail: the row then resolves at its next attempt, but nobody would tell of the close.
            rows.resolve(row);
        } else if (!outcome.poison().isEmpty()) {
            tally.count(order, OrderFate.FAILED, PassTally.CLOSE_FAILED);
            rows.failed(row, outcome.poison().values().iterator().next(), now);
        } else if (outcome.fault().isPresent()) {
            // No attempt is counted while the system is at fault.
            tally.count(order, OrderFate.FAILED, "system");
            tally.fault(String.valueOf(outcome.fault().get().getMessage()), false);
            rows.soon(row, now);
        } else if (outcome.notClosed().containsValue(new NotClosed.Reclosing())) {
            // Not failed but left to a person: the scan lists it, which it does not while the row is there.
            rows.resolve(row);
        } else {
            rows.soon(row, now);
        }
    }
}

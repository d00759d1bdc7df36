package io.github.ordertimeout;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.payment.Confirmation;
import java.time.Instant;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The engine's log lines: one per pass on {@value #PASSES}, one per order on {@value #ORDERS}. Both at INFO; to silence the
 * order lines set that logger to WARN.
 */
final class EngineLog implements EngineListener {
    static final String ENGINE = "io.github.ordertimeout.engine";
    static final String PASSES = "io.github.ordertimeout.pass";
    static final String ORDERS = "io.github.ordertimeout.order";

    private static final Logger passes = LoggerFactory.getLogger(PASSES);
    private static final Logger orders = LoggerFactory.getLogger(ORDERS);

    static void pass(String rule, String kind, Instant start, long scanMillis, RuleReport report) {
        passes.info(
                "Rule {}: {} pass at {} scanned {} in {} ms, closed in {} ms: closed {}, would close {}, skipped {}"
                        + " (inconsistent {}), deferred {} (stuck {}), lost race {}, busy {}, failed {}; too old {}, remaining {},"
                        + " oldest overdue {} s, reasons {}",
                rule,
                kind,
                start,
                report.scanned(),
                scanMillis,
                report.duration().toMillis(),
                report.closed(),
                report.wouldClose(),
                report.skipped(),
                report.inconsistent(),
                report.deferred(),
                report.stuck(),
                report.lostRace(),
                report.busy(),
                report.failed(),
                report.tooOld(),
                report.remaining(),
                report.oldestOverdue().toSeconds(),
                report.reasons());
        if (!report.firstInconsistent().isEmpty()) {
            passes.info(
                    "Rule {}: open, but with signs of a payment, and so not closed: {}{}",
                    rule,
                    report.firstInconsistent().stream()
                            .map(order -> "order " + order.displayName() + ": "
                                    + order.paidSign().orElse("a payment"))
                            .collect(Collectors.joining("; ")),
                    report.inconsistent() > report.firstInconsistent().size() ? "; …" : "");
        }
        releasedInPart(rule, report);
    }

    /** A wrong {@code stock-keys} would else give nothing back, and everything would say "done". */
    static void releasedInPart(String rule, RuleReport report) {
        if (report.releasedInPart() > 0) {
            passes.warn(
                    "Rule {}: closed {} without giving everything back: order {}{}. Right where lines hold no"
                            + " stock. Else correct inventory.stock-keys or the rows (`audit --resume` names every order);"
                            + " inventory.missing: fail would leave such orders open.",
                    rule,
                    report.releasedInPart() == 1 ? "1 order" : report.releasedInPart() + " orders",
                    String.join("; order ", report.firstInPart()),
                    report.releasedInPart() > report.firstInPart().size() ? "; …" : "");
        }
    }

    @Override
    public void onEvent(EngineEvent event) {
        if (event instanceof EngineEvent.OrderClosed closed) {
            orders.info(
                    "Rule {}: order {} closed ({}, close {})",
                    closed.rule(),
                    closed.order().order().displayName(),
                    closed.cause().reason(),
                    closed.order().closeNumber());
        } else if (event instanceof EngineEvent.ReleasedInPart part) {
            orders.info(
                    "Rule {}: order {} closed, but not all of its {} was given back: {}",
                    part.rule(),
                    part.order().displayName(),
                    part.type(),
                    part.what());
        } else if (event instanceof EngineEvent.LostRace lost) {
            String status = lost.status().orElse("gone");
            if (lost.expected()) {
                orders.info(
                        "Rule {}: order {} not closed, taken meanwhile (status {})", lost.rule(), lost.key(), status);
            } else {
                orders.warn(
                        "Rule {}: order {} not closed, its status {} is neither open, paid nor closed for this rule",
                        lost.rule(),
                        lost.key(),
                        status);
            }
        } else if (event instanceof EngineEvent.CloseFailed failed) {
            orders.error("Rule {}: order {} could not be closed: {}", failed.rule(), failed.key(), failed.reason());
        } else if (event instanceof EngineEvent.CompensationDead dead) {
            orders.error(
                    "Rule {}: order {} failed {} times and is dead, row {}: {}",
                    dead.rule(),
                    dead.row().what().key(),
                    dead.row().attempts(),
                    dead.row().row(),
                    dead.row().what().reason());
        } else if (event instanceof EngineEvent.BrakeTripped tripped) {
            passes.error(
                    "Rule {}: the safety brake has tripped, nothing is closed: {}. Look at `plan`; then release it with"
                            + " `resume {}`, or change the limit.",
                    tripped.rule(),
                    tripped.reason(),
                    tripped.rule());
        } else if (event instanceof EngineEvent.OrderStuck stuck) {
            orders.error(
                    "Rule {}: order {} is stuck, a person should look at it: {}",
                    stuck.rule(),
                    stuck.key(),
                    stuck.reason());
        } else if (event instanceof EngineEvent.PaymentFound found) {
            orders.warn(
                    "Rule {}: order {} is open, but the provider knows payment {}: its notification was lost or is late",
                    found.rule(),
                    found.key(),
                    found.reference().orElse("(unnamed)"));
        } else if (event instanceof EngineEvent.PaymentCancelledButOpen open) {
            orders.warn(
                    "Rule {}: the pending payment of order {} was cancelled, but the order is open still",
                    open.rule(),
                    open.key());
        } else if (event instanceof EngineEvent.PaymentTaken taken) {
            taken(taken.rule(), taken.confirmation());
        } else if (event instanceof EngineEvent.Released released) {
            orders.info(
                    "Rule {}: {} of order {} given back (close {})",
                    released.rule(),
                    released.type(),
                    released.key(),
                    released.closeNumber());
        } else if (event instanceof EngineEvent.PaymentRefunded refunded) {
            orders.info(
                    "Rule {}: payment {} of order {} was given back{}: {}",
                    refunded.rule(),
                    refunded.request().reference(),
                    refunded.request().key(),
                    refunded.already() ? " before" : "",
                    refunded.request().reason());
        } else if (event instanceof EngineEvent.PassBroken broken) {
            passes.error("Rule {}: a fault that is no single order's: {}", broken.rule(), broken.reason());
        }
    }

    private static void taken(String rule, Confirmation confirmation) {
        Level level =
                switch (confirmation.result()) {
                    case PAID, REPEATED -> Level.INFO;
                    case REFUND_OWED -> Level.WARN;
                    case UNDERPAID, UNKNOWN_ORDER, MANUAL -> Level.ERROR;
                };
        orders.atLevel(level)
                .log(
                        "Rule {}: payment {} of order {}: {} {}",
                        rule,
                        confirmation.reference(),
                        confirmation.key(),
                        confirmation.result(),
                        confirmation.reason());
    }
}

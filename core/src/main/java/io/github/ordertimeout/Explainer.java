package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.check.PolicyFailedException;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.Timetable;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says why an order is or is not closed, by the same checks in the same order as a pass. */
final class Explainer {
    private Explainer() {}

    static Explanation explain(RuleParts parts, OrderFinding finding, Instant now) {
        OrderSnapshot order = finding.order();
        List<String> reasons = new ArrayList<>();
        OrderHistory history = OrderHistory.of(order.key(), parts.store());
        String verdict = verdict(parts, finding, history, now, reasons);
        if (!verdict.equals("closed") && !verdict.equals("paid")) {
            reasons.addAll(history.closedBefore());
        }
        reasons.addAll(history.toldPayments());
        return new Explanation(
                parts.name(),
                order.id(),
                order.number(),
                verdict.equals("closable"),
                verdict,
                reasons,
                order.dueAt(),
                order.closesAt());
    }

    private static String verdict(
            RuleParts parts, OrderFinding finding, OrderHistory history, Instant now, List<String> reasons) {
        OrderSnapshot order = finding.order();
        if (finding.closed()) {
            reasons.add(
                    finding.open()
                            ? "It bears what a close sets: " + String.join(", ", finding.unmet())
                            : "Its status " + order.status() + " is the closed one");
            reasons.addAll(history.lastClose());
            if (finding.paid()) {
                reasons.add("It is paid all the same: it meets paid-when");
            }
            return "closed";
        }
        if (finding.paid()) {
            reasons.add(
                    parts.rule().paymentMapping().paidWhen().isEmpty()
                                    || parts.rule().status().paid().contains(order.status())
                            ? "Its status " + order.status() + " is a paid one"
                            : "It is paid: it meets paid-when");
            reasons.addAll(history.closedBefore());
            return "paid";
        }
        reasons.addAll(finding.unmet());
        if (!reasons.isEmpty()) {
            return "not-matching";
        }
        if (finding.open() && order.closesAt().filter(at -> at.isAfter(now)).isPresent()) {
            reasons.add(
                    0,
                    "Its time to pay has not run out: it closes at "
                            + order.closesAt().get());
            return "not-due";
        }
        if (order.paidEvidence()) {
            reasons.add("It is open but shows signs of a payment (paid-evidence); it is never closed");
            order.paidSign().ifPresent(reasons::add);
            return "inconsistent";
        }
        if (finding.tooOld()) {
            reasons.add("It was made longer ago than max-age; it is counted, not closed");
            return "too-old";
        }
        Optional<CompensationRow> failed = history.row(CompensationKind.CLOSE);
        if (failed.isPresent()) {
            reasons.add("Its close has failed; it is tried again from the compensation table: "
                    + OrderHistory.told(failed.get()));
            return "in-compensation";
        }
        Optional<CompensationRow> stuck = history.row(CompensationKind.STUCK);
        if (stuck.isPresent()) {
            reasons.add("Its payment holds it open, which a person should look at: " + OrderHistory.told(stuck.get()));
            return "stuck";
        }
        List<String> taken = parts.rule().paymentCheck() ? history.holdingPayments() : List.of();
        if (!taken.isEmpty()) {
            reasons.add("It is open but the guard has taken money for it; it is never closed");
            reasons.addAll(taken);
            return "inconsistent";
        }
        return judged(parts, order, now, reasons);
    }

    private static String judged(RuleParts parts, OrderSnapshot order, Instant now, List<String> reasons) {
        try {
            Verdict verdict = parts.checks().judge(order, parts.context(now));
            if (verdict instanceof Verdict.Skip skip) {
                reasons.add("Held back: " + skip.reason());
                return "held";
            }
            if (verdict instanceof Verdict.Defer defer) {
                reasons.add("Deferred until " + defer.until() + ": " + defer.reason());
                return "deferred";
            }
            Optional<PaymentAnswer> payment = parts.payments()
                    .map(payments -> payments.query(List.of(order)).getOrDefault(order.id(), PaymentAnswer.unknown()))
                    .filter(answer -> answer.state() != PaymentState.NOT_PAID);
            if (payment.isPresent()) {
                reasons.add(
                        "Its payment holds it open (" + payment.get().state().reason()
                                + "), as the payment side says when it is asked; a pass asks again");
                return "deferred";
            }
            Optional<String> held = new Brake(parts).holds(now);
            if (held.isPresent() && held.get().startsWith(Brake.QUIET_WORD)) {
                reasons.add("Every condition holds, but nothing is closed now; " + held.get());
                return "quiet";
            }
            if (held.isPresent()) {
                reasons.add("Every condition holds, but the rule may close nothing now; " + held.get() + ". `resume "
                        + parts.name() + "` ends that");
                return held.get().startsWith("paused") ? "paused" : "braked";
            }
            Timetable timetable = parts.rule().scan().timetable();
            reasons.add("Every condition holds; the next pass closes it"
                    + timetable
                            .cron()
                            .map(cron -> ", which scan.cron begins at "
                                    + timetable
                                            .begin(now, now)
                                            .atZone(timetable.zone())
                                            .toOffsetDateTime())
                            .orElse(""));
            return "closable";
        } catch (PolicyFailedException e) {
            reasons.add(String.valueOf(e.getMessage()));
            return "held";
        }
    }
}

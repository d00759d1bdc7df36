package io.github.ordertimeout;

import io.github.ordertimeout.check.Checks;
import io.github.ordertimeout.check.PolicyFailedException;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.event.OrderFate;
import io.github.ordertimeout.log.LogContext;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.settle.CompensationKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which orders of a page may be closed now; of the others it enters why not. */
final class PageCheck {
    /** An order with such a row is looked at when the row is due, not when the scan meets it. */
    private static final Set<CompensationKind> LEFT_TO_ROWS = Set.of(CompensationKind.CLOSE, CompensationKind.STUCK);

    private final RuleParts parts;
    private final boolean dryRun;
    private final Instant now;
    private final PassTally tally;
    private final LookAgain lookAgain;
    private final OutcomeBook book;

    /**
     * For one pass.
     *
     * @param dryRun whether nothing may be written
     * @param now the pass's moment
     */
    PageCheck(RuleParts parts, boolean dryRun, Instant now, PassTally tally, LookAgain lookAgain, OutcomeBook book) {
        this.parts = parts;
        this.dryRun = dryRun;
        this.now = now;
        this.tally = tally;
        this.lookAgain = lookAgain;
        this.book = book;
    }

    /** In the page's order. */
    List<OrderSnapshot> closable(List<OrderSnapshot> page) {
        return check(withoutOpenFailures(page));
    }

    private List<OrderSnapshot> withoutOpenFailures(List<OrderSnapshot> page) {
        if (page.isEmpty()) {
            return page;
        }
        Map<String, Set<CompensationKind>> open = parts.store()
                .compensations()
                .open(
                        parts.source(),
                        LEFT_TO_ROWS,
                        page.stream().map(OrderSnapshot::id).toList());
        for (OrderSnapshot order : page) {
            Set<CompensationKind> kinds = open.getOrDefault(order.id(), Set.of());
            if (kinds.contains(CompensationKind.CLOSE)) {
                order.closesAt().ifPresent(tally::stillOpen);
            } else if (kinds.contains(CompensationKind.STUCK)) {
                tally.deferred(order, "payment-stuck", true);
            }
        }
        return page.stream().filter(order -> !open.containsKey(order.id())).toList();
    }

    private List<OrderSnapshot> check(List<OrderSnapshot> page) {
        List<OrderSnapshot> closable = new ArrayList<>();
        List<PolicyFailedException> failures = new ArrayList<>();
        List<OrderSnapshot> failed = new ArrayList<>();
        for (OrderSnapshot order : page) {
            try {
                Verdict verdict = judge(order);
                if (verdict instanceof Verdict.Close) {
                    closable.add(order);
                } else {
                    hold(order, verdict);
                }
            } catch (PolicyFailedException e) {
                failed.add(order);
                failures.add(e);
            }
        }
        settle(failed, failures, page.size());
        return closable;
    }

    @SuppressWarnings("try")
    private Verdict judge(OrderSnapshot order) {
        if (!parts.checks().hasPolicies()) {
            return parts.checks().judge(order, parts.context(now));
        }
        try (LogContext context = LogContext.ofOrder(order.key())) {
            return parts.checks().judge(order, parts.context(now));
        }
    }

    private void hold(OrderSnapshot order, Verdict verdict) {
        if (verdict instanceof Verdict.Defer defer) {
            tally.count(order, OrderFate.DEFERRED, defer.reason());
            lookAgain.at(order.id(), defer.until());
        } else if (verdict instanceof Verdict.Skip skip && skip.reason().equals(Checks.INCONSISTENT)) {
            tally.inconsistent(order, skip.reason());
        } else if (verdict instanceof Verdict.Skip skip) {
            tally.count(order, OrderFate.SKIPPED, skip.reason());
        }
    }

    /** A policy that throws for every order of a full page is broken itself: no order is to blame, no row is written. */
    private void settle(List<OrderSnapshot> failed, List<PolicyFailedException> failures, int pageSize) {
        boolean policyIsBroken = failed.size() > PassLimits.FEW && failed.size() == pageSize;
        for (int i = 0; i < failed.size(); i++) {
            String reason = String.valueOf(failures.get(i).getMessage());
            if (dryRun || policyIsBroken) {
                tally.count(failed.get(i), OrderFate.FAILED, "policy-failed");
            } else {
                book.failedAlone(failed.get(i), reason, now);
            }
        }
        if (policyIsBroken) {
            tally.fault(String.valueOf(failures.get(0).getMessage()), false);
        }
    }
}

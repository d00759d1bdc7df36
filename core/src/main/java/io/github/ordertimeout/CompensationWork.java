package io.github.ordertimeout;

import io.github.ordertimeout.PassTally.Fate;
import io.github.ordertimeout.check.PolicyFailedException;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.settle.CompensationStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries again what failed: each due row alone, with every check, as if the scan had met the order now. */
final class CompensationWork {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int CLAIM = 20;

    private final Map<String, RuleRunner> rules;
    private final CompensationStore store;

    CompensationWork(Map<String, RuleRunner> rules, CompensationStore store) {
        this.rules = Map.copyOf(rules);
        this.store = store;
    }

    /** Works off every row that is due at {@code now}; what it closes or fails to close goes into the rule's tally. */
    void run(Instant now, Tallies tallies) {
        String token = UUID.randomUUID().toString();
        List<CompensationRow> claimed;
        do {
            claimed = store.claimDue(now, LEASE, token, CLAIM);
            for (CompensationRow row : claimed) {
                one(row, tallies, now);
            }
        } while (claimed.size() == CLAIM);
    }

    /** Whatever one row throws, the others are worked off. */
    private void one(CompensationRow row, Tallies tallies, Instant now) {
        RuleRunner rule = rules.get(row.what().rule());
        if (rule == null) {
            later(row, now.plus(Duration.ofHours(1)), row.what().reason());
            return;
        }
        PassTally tally = tallies.of(row.what().rule());
        try {
            if (rule.isDryRun()) {
                later(row, now.plus(SOON), row.what().reason());
            } else {
                retry(row, rule.parts(), tally, now);
            }
        } catch (RuntimeException e) {
            log.warn("Compensation row {} could not be worked off; it is tried again.", row.row(), e);
            tally.fault("compensation row " + row.row() + ": " + e.getMessage(), false);
            later(row, now.plus(SOON), row.what().reason());
        }
    }

    private void retry(CompensationRow row, RuleParts parts, PassTally tally, Instant now) {
        Optional<OrderFinding> found = parts.scanner()
                .findById(row.what().key().id(), now)
                .filter(finding -> finding.order().key().equals(row.what().key()));
        if (found.isEmpty() || !found.get().unmet().isEmpty() || found.get().tooOld()) {
            // Paid, closed, gone or no longer due: nothing is owed. Should it run out again, the scan meets it.
            store.resolve(row);
            return;
        }
        OrderSnapshot order = found.get().order();
        try {
            if (!(parts.checks().judge(order, parts.context(now)) instanceof Verdict.Close)) {
                store.resolve(row);
                return;
            }
        } catch (PolicyFailedException e) {
            tally.count(order, Fate.FAILED, "policy-failed");
            failedAgain(row, parts, String.valueOf(e.getMessage()), now);
            return;
        }
        close(row, order, parts, tally, now);
    }

    private void close(CompensationRow row, OrderSnapshot order, RuleParts parts, PassTally tally, Instant now) {
        CloseCause cause = CloseCause.timeout(parts.name());
        new CloseStep(parts)
                .close(
                        List.of(order),
                        cause,
                        now,
                        (asked, answer) -> {
                            tally.count(asked, Fate.DEFERRED, answer.reason());
                            later(row, now.plus(SOON), row.what().reason());
                        },
                        (batch, outcome) -> enter(row, order, parts, tally, outcome, cause, now));
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
            tally.count(order, Fate.CLOSED, "");
            outcome.closed().forEach(closed -> parts.listener().onEvent(new EngineEvent.OrderClosed(closed, cause)));
            // Last, since it may fail: the row then resolves at its next attempt, but nobody would tell of the close.
            store.resolve(row);
        } else if (!outcome.poison().isEmpty()) {
            tally.count(order, Fate.FAILED, "close-failed");
            failedAgain(row, parts, outcome.poison().values().iterator().next(), now);
        } else if (outcome.fault().isPresent()) {
            // No attempt is counted while the system is at fault.
            tally.count(order, Fate.FAILED, "system");
            tally.fault(String.valueOf(outcome.fault().get().getMessage()), false);
            later(row, now.plus(SOON), row.what().reason());
        } else if (outcome.notClosed().containsValue(new NotClosed.Reclosing())) {
            // Not failed but left to a person: the scan lists it, which it does not while the row is there.
            store.resolve(row);
        } else {
            later(row, now.plus(SOON), row.what().reason());
        }
    }

    private void failedAgain(CompensationRow row, RuleParts parts, String reason, Instant now) {
        int attempts = row.attempts() + 1;
        CompensationState state = parts.backoff().state(attempts);
        CompensationRow changed = new CompensationRow(
                row.row(),
                because(row.what(), reason),
                state,
                attempts,
                now.plus(parts.backoff().after(attempts)),
                row.token());
        if (store.reschedule(changed) && state == CompensationState.DEAD && row.state() != CompensationState.DEAD) {
            parts.listener().onEvent(new EngineEvent.CompensationDead(parts.name(), changed));
        }
    }

    private void later(CompensationRow row, Instant next, String reason) {
        store.reschedule(new CompensationRow(
                row.row(), because(row.what(), reason), row.state(), row.attempts(), next, row.token()));
    }

    private static Compensation because(Compensation what, String reason) {
        return new Compensation(what.rule(), what.key(), what.kind(), what.type(), reason);
    }
}

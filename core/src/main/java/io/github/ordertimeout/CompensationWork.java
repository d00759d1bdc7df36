package io.github.ordertimeout;

import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationStore;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Works off what failed or is owed: each due row by its kind, whatever the others do. */
final class CompensationWork {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final int CLAIM = 20;

    private final Map<String, RuleRunner> rules;
    private final CompensationStore store;
    private final ClaimedRows rows;
    private final RemoteReleases releases;
    private final RefundWork refunds;
    private final PaymentWork payments;
    private final CloseRetry closes;

    CompensationWork(
            Map<String, RuleRunner> rules,
            ClaimedRows rows,
            RemoteReleases releases,
            RefundWork refunds,
            PaymentWork payments) {
        this.rules = Map.copyOf(rules);
        this.store = rows.store();
        this.rows = rows;
        this.releases = releases;
        this.refunds = refunds;
        this.payments = payments;
        this.closes = new CloseRetry(rows);
    }

    /** Works off every row that is due at {@code now}; what it closes or fails to close goes into the rule's tally. */
    void run(Instant now, Tallies tallies) {
        String token = UUID.randomUUID().toString();
        List<CompensationRow> claimed;
        do {
            claimed = store.claimDue(now, LEASE, token, CLAIM);
            Map<CompensationKind, List<CompensationRow>> byKind = claimed.stream()
                    .collect(Collectors.groupingBy(row -> row.what().kind(), LinkedHashMap::new, Collectors.toList()));
            byKind.forEach((kind, due) -> {
                if (kind == CompensationKind.RELEASE) {
                    byRule(due).forEach((rule, ofRule) -> release(rule, ofRule, tallies, now));
                } else if (kind == CompensationKind.RECHECK) {
                    byRule(due).forEach((rule, ofRule) -> recheck(rule, ofRule, tallies, now));
                } else {
                    due.forEach(row -> one(row, tallies, now));
                }
            });
        } while (claimed.size() == CLAIM);
    }

    private static Map<String, List<CompensationRow>> byRule(List<CompensationRow> due) {
        return due.stream()
                .collect(Collectors.groupingBy(row -> row.what().rule(), LinkedHashMap::new, Collectors.toList()));
    }

    /** Owed whatever has become of the rule meanwhile. */
    private void release(String name, List<CompensationRow> due, Tallies tallies, Instant now) {
        try {
            releases.drain(name, due, Optional.ofNullable(rules.get(name)).map(RuleRunner::parts), now);
        } catch (RuntimeException e) {
            due.forEach(row -> broken(row, tallies.of(name), e, now));
        }
    }

    /** The orders of several rows are asked about together. */
    private void recheck(String name, List<CompensationRow> due, Tallies tallies, Instant now) {
        RuleRunner rule = rules.get(name);
        if (rule == null || rule.isDryRun()) {
            due.forEach(row -> rows.muchLater(row, now));
            return;
        }
        try {
            payments.recheck(due, rule.parts(), now, (row, failure) -> broken(row, tallies.of(name), failure, now));
        } catch (RuntimeException e) {
            due.forEach(row -> broken(row, tallies.of(name), e, now));
        }
    }

    /** Whatever one row throws, the others are worked off. */
    private void one(CompensationRow row, Tallies tallies, Instant now) {
        String name = row.what().rule();
        RuleRunner rule = rules.get(name);
        try {
            if (row.what().kind() == CompensationKind.REFUND) {
                // Owed whatever has become of the rule meanwhile.
                refunds.refund(row, now);
            } else if (row.what().kind() == CompensationKind.MANUAL || rule == null) {
                rows.muchLater(row, now);
            } else if (rule.isDryRun() || new Brake(rule.parts()).holds().isPresent()) {
                rows.soon(row, now);
            } else if (row.what().kind() == CompensationKind.STUCK) {
                payments.stuck(row, rule.parts(), tallies.of(name), now);
            } else {
                closes.retry(row, rule.parts(), tallies.of(name), now);
            }
        } catch (RuntimeException e) {
            broken(row, tallies.of(name), e, now);
        }
    }

    private void broken(CompensationRow row, PassTally tally, RuntimeException e, Instant now) {
        log.warn("Compensation row {} could not be worked off; it is tried again.", row.row(), e);
        tally.fault("compensation row " + row.row() + ": " + e.getMessage(), false);
        rows.soon(row, now);
    }
}

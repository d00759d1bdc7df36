package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentCheck;
import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.config.ReleaseSettings;
import io.github.ordertimeout.log.LogContext;
import io.github.ordertimeout.payment.PayableOrder;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off what failed or is owed: each due row by its kind, whatever the others do.
 *
 * <p>Rows are claimed many at a time, and each is begun only while enough of its lease is left: what comes too late for that is
 * handed back and claimed anew, so that no other node works on it at the same time.
 */
final class CompensationWork {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    private static final Duration SHORTEST_LEASE = Duration.ofMinutes(1);
    /** A row is begun in the first half of its lease and makes few calls: the query, the cancel, or the hook. */
    private static final int CALLS_IN_A_LEASE = 8;

    /** Less than the half of a lease takes in which a row is no longer begun. */
    private static final int CALLS_ONE_AFTER_THE_OTHER = CALLS_IN_A_LEASE / 2;

    private static final int CLAIM = 100;

    private final Map<String, RuleRunner> rules;
    private final CompensationStore store;
    private final ClaimedRows rows;
    private final ReleaseDrain releases;
    private final RefundWork refunds;
    private final PaymentWork payments;
    private final CloseRetry closes;
    private final ReleaseSettings releaseSettings;
    private final TimeSource time;
    private final Duration lease;

    CompensationWork(
            Map<String, RuleRunner> rules,
            ClaimedRows rows,
            ReleaseDrain releases,
            RefundWork refunds,
            PaymentWork payments,
            ReleaseSettings releaseSettings,
            TimeSource time) {
        this.rules = Map.copyOf(rules);
        this.store = rows.store();
        this.rows = rows;
        this.releases = releases;
        this.refunds = refunds;
        this.payments = payments;
        this.closes = new CloseRetry(rows);
        this.releaseSettings = releaseSettings;
        this.time = time;
        this.lease = lease(rules.values(), releaseSettings);
    }

    private static Duration lease(Collection<RuleRunner> rules, ReleaseSettings releases) {
        return Stream.concat(
                        Stream.of(releases.timeout(), PaymentSettings.DEFAULT.timeout()),
                        rules.stream().map(rule -> rule.parts().rule().payment().timeout()))
                .map(timeout -> timeout.multipliedBy(CALLS_IN_A_LEASE))
                .reduce(SHORTEST_LEASE, (one, other) -> one.compareTo(other) > 0 ? one : other);
    }

    /** Rows that were claimed together, and when by the monotonic clock. */
    private record Claim(List<CompensationRow> rows, long begun) {}

    /** Works off every row that is due at {@code now}; what it closes or fails to close goes into the rule's tally. */
    void run(Instant now, Tallies tallies) {
        String token = UUID.randomUUID().toString();
        long began = time.nanoTime();
        boolean more = true;
        while (more) {
            long begun = time.nanoTime();
            // The run's moment says what is due, but a lease counts from now on.
            Duration sofar = Duration.ofNanos(begun - began);
            Claim claim = new Claim(store.claimDue(now, sofar.plus(lease), token, CLAIM), begun);
            boolean all = workOff(claim, tallies, now);
            more = !all || claim.rows().size() == CLAIM;
        }
    }

    /** Returns false where some were handed back. */
    private boolean workOff(Claim claim, Tallies tallies, Instant now) {
        Map<CompensationKind, List<CompensationRow>> byKind = claim.rows().stream()
                .collect(Collectors.groupingBy(row -> row.what().kind(), LinkedHashMap::new, Collectors.toList()));
        boolean all = true;
        for (Map.Entry<CompensationKind, List<CompensationRow>> entry : byKind.entrySet()) {
            for (Map.Entry<String, List<CompensationRow>> ofRule :
                    byRule(entry.getValue()).entrySet()) {
                for (List<CompensationRow> some : rounds(entry.getKey(), ofRule.getKey(), ofRule.getValue())) {
                    if (isHeld(claim)) {
                        workOff(entry.getKey(), ofRule.getKey(), some, tallies, now);
                    } else {
                        store.postpone(some, now);
                        all = false;
                    }
                }
            }
        }
        return all;
    }

    private boolean isHeld(Claim claim) {
        return time.nanoTime() - claim.begun() <= lease.toNanos() / 2;
    }

    /** As many rows as are called about together. */
    private List<List<CompensationRow>> rounds(CompensationKind kind, String rule, List<CompensationRow> due) {
        int size =
                switch (kind) {
                    case RELEASE -> releaseSettings.threads() * CALLS_ONE_AFTER_THE_OTHER;
                    case RECHECK ->
                        Optional.ofNullable(rules.get(rule))
                                .flatMap(known -> known.parts().payments())
                                .map(PaymentCheck::roundSize)
                                .orElse(1);
                    case CLOSE, STUCK, REFUND, MANUAL -> 1;
                };
        List<List<CompensationRow>> rounds = new ArrayList<>();
        for (int from = 0; from < due.size(); from += size) {
            rounds.add(due.subList(from, Math.min(due.size(), from + size)));
        }
        return rounds;
    }

    private void workOff(CompensationKind kind, String rule, List<CompensationRow> some, Tallies tallies, Instant now) {
        switch (kind) {
            case RELEASE -> release(rule, some, tallies, now);
            case RECHECK -> recheck(rule, some, tallies, now);
            case CLOSE, STUCK, REFUND, MANUAL -> some.forEach(row -> oneInContext(row, tallies, now));
        }
    }

    @SuppressWarnings("try")
    private void oneInContext(CompensationRow row, Tallies tallies, Instant now) {
        try (LogContext context =
                LogContext.rule(row.what().rule()).order(row.what().key())) {
            one(row, tallies, now);
        }
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
        PaymentWork.Broken onBroken = (row, failure) -> broken(row, tallies.of(name), failure, now);
        try {
            if (rule == null) {
                due.forEach(row -> recheckByAnother(row, now, onBroken));
            } else if (rule.isDryRun()) {
                due.forEach(row -> rows.muchLater(row, now));
            } else {
                payments.recheck(due, rule.parts(), now, onBroken);
            }
        } catch (RuntimeException e) {
            due.forEach(row -> broken(row, tallies.of(name), e, now));
        }
    }

    /** The rule is gone, or has another name now: whichever rule the order falls under asks the provider. */
    private void recheckByAnother(CompensationRow row, Instant now, PaymentWork.Broken onBroken) {
        try {
            Optional<RuleRunner> other = others(row)
                    .filter(rule -> rule.parts().payments().isPresent() && selects(rule.parts(), row))
                    .findFirst();
            if (other.isPresent()) {
                payments.recheck(List.of(row), other.get().parts(), now, onBroken);
            } else {
                rows.muchLater(row, now);
            }
        } catch (RuntimeException e) {
            onBroken.broken(row, e);
        }
    }

    /** Whatever its status. */
    private static boolean selects(RuleParts parts, CompensationRow row) {
        return parts.store()
                .inShortTransaction(
                        transaction -> parts.payable().lock(row.what().key().id(), transaction))
                .filter(PayableOrder::selected)
                .isPresent();
    }

    /** The rules of the row's table that close orders, in no particular order. */
    private Stream<RuleRunner> others(CompensationRow row) {
        return rules.values().stream()
                .filter(rule -> !rule.isDryRun()
                        && rule.parts().source().equals(row.what().key().source()));
    }

    /**
     * The row's own rule. Where that is gone, has another name now or is a dry run, the rule that the order falls under: no pass
     * would close an order that such a row stands for.
     */
    private Optional<RuleRunner> responsible(CompensationRow row, Instant now) {
        Optional<RuleRunner> own = Optional.ofNullable(rules.get(row.what().rule()));
        return own.filter(rule -> !rule.isDryRun())
                .or(() -> others(row)
                        .filter(rule -> takesOver(rule.parts(), row, now))
                        .findFirst())
                .or(() -> own);
    }

    private boolean takesOver(RuleParts parts, CompensationRow row, Instant now) {
        boolean isStuck = row.what().kind() == CompensationKind.STUCK;
        if (isStuck && parts.payments().isEmpty()) {
            return false;
        }
        if (isStuck && !rules.containsKey(row.what().rule())) {
            // Also where it was closed by somebody meanwhile: money that came in for it must not stay.
            return selects(parts, row);
        }
        return parts.scanner()
                .findById(row.what().key().id(), now)
                .filter(found -> found.unmet().isEmpty() && !found.tooOld())
                .isPresent();
    }

    /** Whatever one row throws, the others are worked off. */
    private void one(CompensationRow row, Tallies tallies, Instant now) {
        String name = row.what().rule();
        try {
            if (row.what().kind() == CompensationKind.REFUND) {
                // Owed whatever has become of the rule meanwhile.
                refunds.refund(row, now);
            } else if (row.what().kind() == CompensationKind.MANUAL) {
                rows.muchLater(row, now);
            } else {
                responsible(row, now)
                        .ifPresentOrElse(rule -> one(row, rule, tallies, now), () -> rows.muchLater(row, now));
            }
        } catch (RuntimeException e) {
            broken(row, tallies.of(name), e, now);
        }
    }

    private void one(CompensationRow row, RuleRunner rule, Tallies tallies, Instant now) {
        RuleParts parts = rule.parts();
        if (rule.isDryRun() || new Brake(parts).holds(now).isPresent()) {
            rows.soon(row, now);
        } else if (row.what().kind() == CompensationKind.STUCK) {
            payments.stuck(row, parts, tallies.of(parts.name()), now);
        } else {
            closes.retry(row, parts, tallies.of(parts.name()), now);
        }
    }

    private void broken(CompensationRow row, PassTally tally, RuntimeException e, Instant now) {
        log.warn("Compensation row {} could not be worked off; it is tried again.", row.row(), e);
        tally.fault("compensation row " + row.row() + ": " + e.getMessage(), false);
        rows.soon(row, now);
    }
}

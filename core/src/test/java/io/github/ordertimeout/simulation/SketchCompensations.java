package io.github.ordertimeout.simulation;

import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.settle.RefundAnswer;
import io.github.ordertimeout.settle.RefundRequest;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The compensation table, as a deliberate bug makes of it. */
record SketchCompensations(CompensationStore store, DeliberateBug bug, Optional<ProviderCalls> provider)
        implements CompensationStore {
    @Override
    public boolean add(Compensation failure, Instant nextAttemptAt) {
        boolean isNew = store.add(failure, nextAttemptAt);
        return isNew || bug == DeliberateBug.STUCK_TOLD_AGAIN;
    }

    @Override
    public void addIn(TransactionContext transaction, List<Compensation> owed, Instant nextAttemptAt, String token) {
        if (bug == DeliberateBug.REFUND_BEFORE_COMMIT) {
            owed.stream().filter(what -> what.kind() == CompensationKind.REFUND).forEach(this::refund);
        }
        store.addIn(
                transaction,
                owed.stream()
                        .filter(what -> bug != DeliberateBug.REFUND_NOT_OWED || what.kind() != CompensationKind.REFUND)
                        .filter(what ->
                                bug != DeliberateBug.RECHECK_FORGOTTEN || what.kind() != CompensationKind.RECHECK)
                        .filter(what ->
                                bug != DeliberateBug.UNKNOWN_ORDER_SILENT || what.kind() != CompensationKind.MANUAL)
                        .toList(),
                nextAttemptAt,
                token);
    }

    private void refund(Compensation what) {
        RefundRequest request = new RefundRequest(
                what.rule(), what.key(), what.type(), Optional.empty(), what.key() + "/" + what.type(), "");
        provider.ifPresent(calls -> {
            RefundAnswer unheard = calls.refund(request);
        });
    }

    @Override
    public boolean resolveIn(TransactionContext transaction, Compensation done, String token) {
        return store.resolveIn(transaction, done, token);
    }

    @Override
    public long due(Optional<CompensationKind> kind, Instant now) {
        return store.due(kind, now);
    }

    @Override
    public boolean due(long row, Instant now) {
        return store.due(row, now);
    }

    @Override
    public boolean discard(long row) {
        return store.discard(row);
    }

    @Override
    public Map<String, Set<CompensationKind>> open(String source, Set<CompensationKind> kinds, Collection<String> ids) {
        return bug == DeliberateBug.FAILURES_SCANNED_AGAIN ? Map.of() : store.open(source, kinds, ids);
    }

    @Override
    public List<CompensationRow> claimDue(Instant now, Duration lease, String token, int limit) {
        List<CompensationRow> claimed = store.claimDue(now, lease, token, limit);
        if (bug == DeliberateBug.RESOLVED_BEFORE_CLOSE) {
            claimed.forEach(store::resolve);
        }
        return claimed;
    }

    @Override
    public boolean resolve(CompensationRow claimed) {
        return store.resolve(claimed);
    }

    @Override
    public boolean reschedule(CompensationRow changed) {
        if (bug == DeliberateBug.REFUND_GIVEN_UP && changed.what().kind() == CompensationKind.REFUND) {
            return store.resolve(changed);
        }
        return store.reschedule(
                bug == DeliberateBug.ATTEMPTS_NOT_COUNTED
                        ? new CompensationRow(
                                changed.row(),
                                changed.what(),
                                CompensationState.PENDING,
                                1,
                                changed.nextAttemptAt(),
                                changed.token())
                        : changed);
    }

    @Override
    public int postpone(List<CompensationRow> claimed, Instant next) {
        return store.postpone(claimed, next);
    }

    @Override
    public int putOff(String rule, CompensationKind kind, String type, Instant now, Instant next, int limit) {
        return store.putOff(rule, kind, type, now, next, limit);
    }

    @Override
    public List<CompensationRow> list(long afterRow, int limit) {
        return store.list(afterRow, limit);
    }

    @Override
    public CompensationCounts counts(Instant now) {
        return store.counts(now);
    }
}

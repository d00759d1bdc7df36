package io.github.ordertimeout.simulation;

import io.github.ordertimeout.order.OrderKey;
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
import java.util.function.Consumer;

/** The compensation table, as a deliberate bug makes of it. */
record SketchCompensations(
        CompensationStore store,
        DeliberateBug bug,
        Optional<ProviderCalls> provider,
        Consumer<Consumer<TransactionContext>> apart)
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
        boolean release = owed.stream().anyMatch(what -> what.kind() == CompensationKind.RELEASE);
        if (bug == DeliberateBug.OWED_APART && release) {
            apart.accept(other -> store.addIn(other, owed, nextAttemptAt, token));
            return;
        }
        store.addIn(
                transaction,
                owed.stream()
                        .filter(what -> bug != DeliberateBug.REFUND_NOT_OWED || what.kind() != CompensationKind.REFUND)
                        .filter(what -> bug != DeliberateBug.OWED_FORGOTTEN || what.kind() != CompensationKind.RELEASE)
                        .filter(what -> bug != DeliberateBug.ONE_TYPE_OWED
                                || what.kind() != CompensationKind.RELEASE
                                || what.type().equals("north"))
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
        if (bug == DeliberateBug.FINISHED_WITHOUT_TOKEN) {
            return store.list(0, Integer.MAX_VALUE).stream()
                    .filter(row -> row.what().key().equals(done.key())
                            && row.what().kind() == done.kind()
                            && row.what().type().equals(done.type())
                            && row.what().closeNumber() == done.closeNumber())
                    .findFirst()
                    .map(row -> store.resolveIn(transaction, done, row.token()))
                    .orElse(false);
        }
        return store.resolveIn(transaction, done, token);
    }

    @Override
    public void handBack(List<Compensation> undone, String token, Instant next) {
        if (bug != DeliberateBug.AWAY_USES_UP_ATTEMPTS) {
            store.handBack(undone, token, next);
            return;
        }
        for (Compensation one : undone) {
            store.of(one.key()).stream()
                    .filter(row -> row.what().kind() == one.kind()
                            && row.what().type().equals(one.type())
                            && row.what().closeNumber() == one.closeNumber()
                            && row.token().equals(token))
                    .forEach(row -> countAttempt(row, next));
        }
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
        if (changed.what().kind() == CompensationKind.RELEASE) {
            return release(changed);
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

    private boolean release(CompensationRow changed) {
        if (bug == DeliberateBug.OWED_GIVEN_UP) {
            return store.resolve(changed);
        }
        return bug == DeliberateBug.AWAY_USES_UP_ATTEMPTS
                ? countAttempt(changed, changed.nextAttemptAt())
                : store.reschedule(changed);
    }

    private boolean countAttempt(CompensationRow row, Instant next) {
        int attempts = store.list(row.row() - 1, 1).get(0).attempts() + 1;
        boolean dead = attempts >= World.COMPENSATION.maxAttempts();
        return store.reschedule(new CompensationRow(
                row.row(),
                row.what(),
                dead ? CompensationState.DEAD : CompensationState.PENDING,
                attempts,
                next,
                row.token()));
    }

    @Override
    public int postpone(List<CompensationRow> claimed, Instant next) {
        if (bug != DeliberateBug.AWAY_USES_UP_ATTEMPTS) {
            return store.postpone(claimed, next);
        }
        return (int) claimed.stream()
                .filter(row -> row.what().kind() == CompensationKind.RELEASE
                        ? countAttempt(row, next)
                        : store.postpone(List.of(row), next) == 1)
                .count();
    }

    @Override
    public int putOff(String rule, CompensationKind kind, String type, Instant now, Instant next, int limit) {
        // Where it uses up attempts, each row is claimed and put off by itself.
        return bug == DeliberateBug.AWAY_USES_UP_ATTEMPTS ? 0 : store.putOff(rule, kind, type, now, next, limit);
    }

    @Override
    public List<CompensationRow> of(OrderKey key) {
        return store.of(key);
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

package io.github.ordertimeout.jdbc.settle;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The compensation table where there is none yet: empty, and not to be written to. */
public final class NoCompensations implements CompensationStore {
    @Override
    public boolean add(Compensation failure, Instant nextAttemptAt) {
        throw new UnsupportedOperationException("A store that only reads writes nothing");
    }

    @Override
    public void addIn(TransactionContext transaction, List<Compensation> owed, Instant nextAttemptAt, String token) {
        throw new UnsupportedOperationException("A store that only reads writes nothing");
    }

    @Override
    public boolean resolveIn(TransactionContext transaction, Compensation done, String token) {
        return false;
    }

    @Override
    public long due(Optional<CompensationKind> kind, Instant now) {
        return 0;
    }

    @Override
    public boolean due(long row, Instant now) {
        return false;
    }

    @Override
    public boolean discard(long row) {
        return false;
    }

    @Override
    public Map<String, Set<CompensationKind>> open(String source, Set<CompensationKind> kinds, Collection<String> ids) {
        return Map.of();
    }

    @Override
    public List<CompensationRow> claimDue(Instant now, Duration lease, String token, int limit) {
        return List.of();
    }

    @Override
    public boolean resolve(CompensationRow claimed) {
        return false;
    }

    @Override
    public boolean reschedule(CompensationRow changed) {
        return false;
    }

    @Override
    public int postpone(List<CompensationRow> claimed, Instant next) {
        return 0;
    }

    @Override
    public int putOff(String rule, CompensationKind kind, String type, Instant now, Instant next, int limit) {
        return 0;
    }

    @Override
    public List<CompensationRow> of(OrderKey key) {
        return List.of();
    }

    @Override
    public List<CompensationRow> list(long afterRow, int limit) {
        return List.of();
    }

    @Override
    public CompensationCounts counts(Instant now) {
        return CompensationCounts.NONE;
    }
}

package io.github.ordertimeout.simulation;

import io.github.ordertimeout.config.CompensationSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.payment.PaymentBook;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.store.StateStore;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A node's store as the simulation needs it: its closer is watched, and the waits of the compensation table lose their ± 20 %,
 * which the engine draws anew in every run.
 *
 * @param mayFail which orders may fail by their own fault
 */
record SteadyStore(OrderStore store, CompensationSettings settings, Predicate<String> mayFail)
        implements OrderStore, CompensationStore {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Override
    public RuleStore open(Rule rule) {
        RuleStore opened = store.open(rule);
        return new RuleStore(
                opened.source(),
                opened.scanner(),
                new WatchedCloser(opened.closer(), mayFail),
                opened.payable(),
                opened.releasers(),
                opened.warnings());
    }

    @Override
    public CompensationStore compensations() {
        return this;
    }

    @Override
    public StateStore states() {
        return store.states();
    }

    @Override
    public ReleaseLedger releases() {
        return store.releases();
    }

    @Override
    public PaymentBook payments() {
        return store.payments();
    }

    @Override
    public <T> T inShortTransaction(Function<TransactionContext, T> work) {
        return store.inShortTransaction(work);
    }

    @Override
    public Transactions transactions() {
        return store.transactions();
    }

    @Override
    public Instant now() {
        return store.now();
    }

    @Override
    public boolean add(Compensation failure, Instant nextAttemptAt) {
        boolean steady = failure.kind() == CompensationKind.CLOSE;
        return store.compensations().add(failure, steady ? store.now().plus(settings.interval()) : nextAttemptAt);
    }

    @Override
    public void addIn(TransactionContext transaction, List<Compensation> owed, Instant nextAttemptAt, String token) {
        store.compensations().addIn(transaction, owed, nextAttemptAt, token);
    }

    @Override
    public boolean resolveIn(TransactionContext transaction, Compensation done, String token) {
        return store.compensations().resolveIn(transaction, done, token);
    }

    @Override
    public long due(Optional<CompensationKind> kind, Instant now) {
        return store.compensations().due(kind, now);
    }

    @Override
    public boolean due(long row, Instant now) {
        return store.compensations().due(row, now);
    }

    @Override
    public boolean discard(long row) {
        return store.compensations().discard(row);
    }

    @Override
    public Map<String, Set<CompensationKind>> open(String source, Set<CompensationKind> kinds, Collection<String> ids) {
        return store.compensations().open(source, kinds, ids);
    }

    @Override
    public List<CompensationRow> claimDue(Instant now, Duration lease, String token, int limit) {
        return store.compensations().claimDue(now, lease, token, limit);
    }

    @Override
    public boolean resolve(CompensationRow claimed) {
        return store.compensations().resolve(claimed);
    }

    @Override
    public boolean reschedule(CompensationRow changed) {
        Duration wait = changed.attempts() >= settings.maxAttempts()
                ? Duration.ofHours(1)
                : changed.attempts() == 1 ? SOON : settings.interval().multipliedBy(1L << (changed.attempts() - 1));
        return store.compensations()
                .reschedule(new CompensationRow(
                        changed.row(),
                        changed.what(),
                        changed.state(),
                        changed.attempts(),
                        store.now().plus(wait),
                        changed.token()));
    }

    @Override
    public List<CompensationRow> list(long afterRow, int limit) {
        return store.compensations().list(afterRow, limit);
    }

    @Override
    public CompensationCounts counts() {
        return store.compensations().counts();
    }
}

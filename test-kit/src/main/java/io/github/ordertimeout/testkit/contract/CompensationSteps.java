package io.github.ordertimeout.testkit.contract;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** What the contract's tests are made of. */
abstract class CompensationSteps {
    static final Instant NOW = Instant.parse("2026-03-29T01:30:00.123456Z");
    static final Duration LEASE = Duration.ofMinutes(1);

    /** An empty store; the same one on every call within a test. */
    protected abstract CompensationStore store();

    /** Runs work in a transaction of the store. */
    protected abstract <T> T inTransaction(Function<TransactionContext, T> work);

    void add(String id, Instant nextAttemptAt) {
        store().add(failedClose(id, "some reason"), nextAttemptAt);
    }

    List<CompensationRow> claim(String token, Instant now, int limit) {
        return store().claimDue(now, LEASE, token, limit);
    }

    static Compensation failedClose(String id, String reason) {
        return Compensation.failedClose("unpaid", new OrderKey("orders", id), reason);
    }

    static CompensationRow changed(
            CompensationRow row, CompensationState state, int attempts, Instant next, String reason) {
        Compensation what = row.what();
        return new CompensationRow(
                row.row(),
                new Compensation(what.rule(), what.key(), what.kind(), what.type(), reason),
                state,
                attempts,
                next,
                row.token());
    }

    /** What one thread does. */
    interface ThreadWork<T> {
        T run(int thread) throws Exception;
    }

    static <T> List<T> inParallel(int threads, ThreadWork<T> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(pool.submit(() -> {
                    start.await(10, TimeUnit.SECONDS);
                    return work.run(thread);
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get(60, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}

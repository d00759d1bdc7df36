package io.github.ordertimeout;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.settle.Backoff;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.time.TimeSource;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what closes owe to remote releasers:
 *
 * <ol>
 *   <li>The closing transaction writes a row per order and type, claimed by this node as far as it has room to work them off at
 *       once: the faster the calls of late, the more.
 *   <li>After the commit the releasers are called, several orders at a time, each call under a time limit.
 *   <li>What was called with success is noted in the ledger and its row deleted, in one transaction, only by whoever holds the
 *       claim, and several at a time ({@link DoneReleases}). What failed is given back, due after a pause; that, what did not fit and
 *       what was left by a crash comes back by its next attempt ({@link ReleaseDrain}).
 * </ol>
 */
final class RemoteReleases {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    /** So many rounds of calls may wait for their turn though each takes as long as it may; the rest is drained by its rows. */
    private static final int ROUNDS_IN_WAITING = 20;
    /** What waits is held in memory. */
    private static final int MOST_IN_WAITING = 2_000;
    /** What fails right after its close is tried again as soon as what has failed once. */
    private static final int ONCE = 1;
    /** Of the time that a claim allows a call to wait, so much is planned with: calls may become slower. */
    private static final int CAUTION = 4;

    private final OrderStore store;
    private final ReleaseCalls calls;
    private final DoneReleases done;
    private final WaitingLine line;
    private final TimeSource time;
    private final Backoff backoff;
    private final Duration lease;
    /** How long calls take of late. */
    private final AtomicLong callNanos;

    /**
     * Begins what closes owe.
     *
     * @param backoff when what failed is due again
     * @param timeout how long one call may take
     */
    RemoteReleases(
            OrderStore store,
            ReleaseCalls calls,
            WaitingLine line,
            TimeSource time,
            Backoff backoff,
            Duration timeout) {
        this.store = store;
        this.calls = calls;
        this.done = new DoneReleases(calls);
        this.callNanos = new AtomicLong(timeout.toNanos());
        this.line = line;
        this.time = time;
        this.backoff = backoff;
        // Whatever waits has its turn in the first half, though each call before it takes as long as it may.
        this.lease = timeout.multipliedBy(2L * ROUNDS_IN_WAITING);
    }

    /**
     * What one batch will owe.
     *
     * @param token this node's claim
     * @param room how many rows this node claims; the others are left to whoever comes first
     * @param now the moment of the close
     * @param until when the claim ends
     * @param begun when, by the monotonic clock
     * @param taken the orders whose rows were claimed, so far
     */
    record Claim(String token, long room, Instant now, Instant until, long begun, Set<OrderKey> taken) {
        /** Whether this order's rows are this node's; it stays so where its transaction is tried again. */
        boolean takes(ClosedOrder order, int types) {
            if (!taken.contains(order.order().key()) && (taken.size() + 1L) * types > room) {
                return false;
            }
            taken.add(order.order().key());
            return true;
        }
    }

    /** Decides beforehand how much of the batch this node works off itself. */
    Claim claim(String token) {
        Instant now = store.now();
        return new Claim(token, room(), now, now.plus(lease), time.nanoTime(), new HashSet<>());
    }

    private long room() {
        long rounds = lease.toNanos() / (2L * CAUTION) / Math.max(1, callNanos.get());
        int most = Math.toIntExact(Math.min(MOST_IN_WAITING, Math.max(ROUNDS_IN_WAITING, rounds)));
        return Math.min(MOST_IN_WAITING, line.room(most));
    }

    /** Writes, in the closing transaction, what its closes owe. */
    void owe(List<ClosedOrder> closed, List<InventoryReleaser> remote, Claim claim, TransactionContext transaction) {
        List<Compensation> ours = new ArrayList<>();
        List<Compensation> anybodys = new ArrayList<>();
        for (ClosedOrder order : closed) {
            List<Compensation> owed = claim.takes(order, remote.size()) ? ours : anybodys;
            remote.forEach(releaser -> owed.add(owed(order, releaser.releaseType())));
        }
        add(ours, claim.until(), claim.token(), transaction);
        add(anybodys, claim.now(), "", transaction);
    }

    private void add(List<Compensation> owed, Instant next, String token, TransactionContext transaction) {
        if (!owed.isEmpty()) {
            store.compensations().addIn(transaction, owed, next, token);
        }
    }

    private static Compensation owed(ClosedOrder order, String type) {
        return new Compensation(
                order.rule(),
                order.order().key(),
                CompensationKind.RELEASE,
                type,
                order.closeNumber(),
                "owed since the close");
    }

    /** After the commit: begins what this node has claimed. */
    void begin(List<ClosedOrder> closed, List<InventoryReleaser> remote, Claim claim) {
        List<ClosedOrder> ours = closed.stream()
                .filter(order -> claim.taken().contains(order.order().key()))
                .toList();
        Begun begun = new Begun(ours.size() * remote.size(), claim);
        for (ClosedOrder order : ours) {
            for (InventoryReleaser releaser : remote) {
                line.add(() -> release(order, releaser, claim, begun));
            }
        }
    }

    /** Its failure is nobody's: the rows then come back when the claim ends. */
    private void handBack(List<Compensation> undone, Claim claim) {
        try {
            Instant now = claim.now().plusNanos(time.nanoTime() - claim.begun());
            store.compensations().handBack(undone, claim.token(), now.plus(backoff.after(ONCE)));
        } catch (RuntimeException e) {
            log.debug("{} releases that are not done could not be handed back:", undone.size(), e);
        }
    }

    /**
     * What of a batch has come to an end. What was called with success but could not be noted as done is told once for all of a
     * batch, since while the database is away it is the same for each; its row comes back when the claim ends. What was not done
     * is given back together.
     */
    private final class Begun {
        private final int all;
        private final Claim claim;
        private final List<Compensation> undone = new ArrayList<>();
        private int ended;
        private int failed;
        private @Nullable RuntimeException first;

        Begun(int all, Claim claim) {
            this.all = all;
            this.claim = claim;
        }

        void ended(@Nullable RuntimeException failure) {
            if (end(failure, List.of())) {
                endAll();
            }
        }

        void notDone(Compensation what) {
            if (end(null, List.of(what))) {
                endAll();
            }
        }

        private synchronized boolean end(@Nullable RuntimeException failure, List<Compensation> notDone) {
            ended++;
            undone.addAll(notDone);
            if (failure != null) {
                failed++;
                first = first == null ? failure : first;
            }
            return ended == all;
        }

        /** By whoever ends last. */
        private void endAll() {
            if (first != null) {
                log.warn(
                        "{} of {} releases could not be noted as done; they come back. The first: {}",
                        failed,
                        all,
                        first.toString());
                log.debug("The first failure:", first);
            }
            if (!undone.isEmpty()) {
                handBack(undone, claim);
            }
        }
    }

    private void release(ClosedOrder order, InventoryReleaser releaser, Claim claim, Begun batch) {
        Compensation what = owed(order, releaser.releaseType());
        if (lease.toNanos() / 2 - (time.nanoTime() - claim.begun()) <= 0) {
            batch.notDone(what);
            return;
        }
        try {
            long begun = time.nanoTime();
            AtomicReference<@Nullable String> refusal = new AtomicReference<>();
            boolean called = calls.of(what.rule(), what.type())
                    .one("order " + what.key(), () -> called(releaser, order, refusal))
                    .isPresent();
            long took = time.nanoTime() - begun;
            callNanos.updateAndGet(known -> known + (took - known) / 8);
            if (called) {
                done.add(what, claim.token(), batch::ended);
            } else {
                batch.notDone(
                        Optional.ofNullable(refusal.get()).map(what::because).orElse(what));
            }
        } catch (RuntimeException e) {
            batch.ended(e);
        }
    }

    /** Keeps what the releaser says, for who reads the row. */
    private static boolean called(
            InventoryReleaser releaser, ClosedOrder order, AtomicReference<@Nullable String> refusal) {
        try {
            return ReleaseCalls.called(releaser, order);
        } catch (RuntimeException e) {
            refusal.set(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /** Waits until everything that was begun has come to an end, so long at most. */
    void await(Duration limit) {
        line.await(limit);
    }
}

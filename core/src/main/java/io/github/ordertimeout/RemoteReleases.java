package io.github.ordertimeout;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.time.TimeSource;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what closes owe to remote releasers:
 *
 * <ol>
 *   <li>The closing transaction writes a row per order and type, claimed by this node where it has room to work it off at once.
 *   <li>After the commit the releasers are called, several orders at a time, each call under a time limit.
 *   <li>What was called with success is noted in the ledger and its row deleted, in one transaction and only by whoever holds the
 *       claim. What failed, did not fit or was left by a crash comes back by its next attempt ({@link ReleaseDrain}).
 * </ol>
 */
final class RemoteReleases {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    /** So many rounds of calls may wait for their turn; the rest is drained by its rows. */
    private static final int ROUNDS_IN_WAITING = 20;

    private final OrderStore store;
    private final ReleaseCalls calls;
    private final WaitingLine line;
    private final TimeSource time;
    private final Duration lease;

    /**
     * Begins what closes owe.
     *
     * @param timeout how long one call may take
     */
    RemoteReleases(OrderStore store, ReleaseCalls calls, WaitingLine line, TimeSource time, Duration timeout) {
        this.store = store;
        this.calls = calls;
        this.line = line;
        this.time = time;
        // Whatever waits has its turn in the first half, though each call before it takes as long as it may.
        this.lease = timeout.multipliedBy(2L * ROUNDS_IN_WAITING);
    }

    /**
     * What one batch will owe.
     *
     * @param token this node's claim; empty where the rows are left to whoever comes first
     * @param until when that claim ends, or the rows are due
     * @param begun when, by the monotonic clock
     */
    record Claim(String token, Instant until, long begun) {}

    /** Decides beforehand whether this node works the batch off itself. */
    Claim claim(int orders, List<InventoryReleaser> remote, String token) {
        Instant now = store.now();
        boolean room = line.room(ROUNDS_IN_WAITING) >= (long) orders * remote.size();
        return room ? new Claim(token, now.plus(lease), time.nanoTime()) : new Claim("", now, time.nanoTime());
    }

    /** Writes, in the closing transaction, what its closes owe. */
    void owe(List<ClosedOrder> closed, List<InventoryReleaser> remote, Claim claim, TransactionContext transaction) {
        List<Compensation> owed = new ArrayList<>();
        for (ClosedOrder order : closed) {
            remote.forEach(releaser -> owed.add(owed(order, releaser.releaseType())));
        }
        if (!owed.isEmpty()) {
            store.compensations().addIn(transaction, owed, claim.until(), claim.token());
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
        if (claim.token().isEmpty()) {
            return;
        }
        NotNoted notNoted = new NotNoted(closed.size() * remote.size());
        for (ClosedOrder order : closed) {
            for (InventoryReleaser releaser : remote) {
                line.add(() -> notNoted.ended(release(order, releaser, claim)));
            }
        }
    }

    /**
     * What was called with success but could not be noted as done: its row comes back when the claim ends. Told once for all of
     * a batch, since while the database is away it is the same for each.
     */
    private static final class NotNoted {
        private final int all;
        private int ended;
        private int failed;
        private @Nullable RuntimeException first;

        NotNoted(int all) {
            this.all = all;
        }

        synchronized void ended(Optional<RuntimeException> failure) {
            ended++;
            if (failure.isPresent()) {
                failed++;
                first = first == null ? failure.get() : first;
            }
            if (ended == all && first != null) {
                log.warn(
                        "{} of {} releases could not be noted as done; they come back. The first: {}",
                        failed,
                        all,
                        first.toString());
                log.debug("The first failure:", first);
            }
        }
    }

    private Optional<RuntimeException> release(ClosedOrder order, InventoryReleaser releaser, Claim claim) {
        long left = lease.toNanos() / 2 - (time.nanoTime() - claim.begun());
        if (left <= 0) {
            return Optional.empty();
        }
        try {
            Compensation what = owed(order, releaser.releaseType());
            if (calls.of(what.rule(), what.type())
                    .one("order " + what.key(), () -> ReleaseCalls.called(releaser, order))
                    .isPresent()) {
                calls.finish(what, claim.token());
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(e);
        }
    }

    /** Waits until everything that was begun has come to an end, so long at most. */
    void await(Duration limit) {
        line.await(limit);
    }
}

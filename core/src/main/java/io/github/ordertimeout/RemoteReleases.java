package io.github.ordertimeout;

import io.github.ordertimeout.check.RemoteCalls;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.release.ReleaseMode;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.time.TimeSource;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
 *       claim. What failed, did not fit or was left by a crash comes back by its next attempt.
 * </ol>
 */
final class RemoteReleases {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    /** So many rounds of calls may wait for their turn; the rest is drained by its rows. */
    private static final int ROUNDS_IN_WAITING = 20;
    /** Two in a row: a lone failure that is repeated must not use its attempts up while the other side is away. */
    private static final int FAILURES_TO_PAUSE = 2;

    /** While the other side is away: how soon a row is looked at again at first, and after a long time. */
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(30);

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
    /** A transaction of so many rows took about 110 ms on PostgreSQL; 200 ms is the promise. */
    private static final int PUT_OFF_AT_ONCE = 2_000;

    private final OrderStore store;
    private final ClaimedRows rows;
    private final Function<String, List<InventoryReleaser>> releasers;
    private final BiFunction<String, Integer, RemoteCalls> newCalls;
    private final Map<String, RemoteCalls> callsByType = new ConcurrentHashMap<>();
    private final WaitingLine line;
    private final TimeSource time;
    private final Duration lease;
    private final Random random = new Random(42);

    /**
     * Works off what is owed.
     *
     * @param timeout how long one call may take
     */
    RemoteReleases(
            OrderStore store,
            ClaimedRows rows,
            Function<String, List<InventoryReleaser>> releasers,
            BiFunction<String, Integer, RemoteCalls> newCalls,
            WaitingLine line,
            TimeSource time,
            Duration timeout) {
        this.store = store;
        this.rows = rows;
        this.releasers = releasers;
        this.newCalls = newCalls;
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
            if (calls(what.rule(), what.type())
                    .one("order " + what.key(), () -> called(releaser, order))
                    .isPresent()) {
                finish(what, claim.token());
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(e);
        }
    }

    private static boolean called(InventoryReleaser releaser, ClosedOrder order) {
        releaser.release(order, new ReleaseContext(order.rule(), order.closedAt(), NoTransaction.INSTANCE));
        return true;
    }

    /** Only by whoever holds the claim: somebody else may be at it again. */
    private void finish(Compensation what, String token) {
        boolean mine = store.inShortTransaction(transaction -> {
            if (!store.compensations().resolveIn(transaction, what, token)) {
                return false;
            }
            store.releases().done(what.key(), what.closeNumber(), what.type(), store.now(transaction), transaction);
            return true;
        });
        if (mine) {
            rows.listener().onEvent(new EngineEvent.Released(what.rule(), what.key(), what.closeNumber(), what.type()));
        }
    }

    /** Works off claimed rows of one rule, whether it is there still or was removed. */
    void drain(String rule, List<CompensationRow> due, Optional<RuleParts> parts, Instant now) {
        Map<String, InventoryReleaser> byType = new HashMap<>();
        releasers.apply(rule).stream()
                .filter(releaser -> releaser.mode() == ReleaseMode.REMOTE)
                .forEach(releaser -> byType.put(releaser.releaseType(), releaser));
        due.stream()
                .collect(Collectors.groupingBy(row -> row.what().type(), LinkedHashMap::new, Collectors.toList()))
                .forEach((type, some) -> new Drain(calls(rule, type), byType.get(type), parts, now).work(some));
    }

    /** The claimed rows of one rule and type. */
    private final class Drain {
        private final RemoteCalls calls;
        private final @Nullable InventoryReleaser releaser;
        private final Optional<RuleParts> parts;
        private final Instant now;

        Drain(RemoteCalls calls, @Nullable InventoryReleaser releaser, Optional<RuleParts> parts, Instant now) {
            this.calls = calls;
            this.releaser = releaser;
            this.parts = parts;
            this.now = now;
        }

        /** While the other side is away, one row probes it when that is due; for the others nothing is even looked up. */
        void work(List<CompensationRow> claimed) {
            List<CompensationRow> left = new ArrayList<>(claimed);
            while (calls.isPaused() && calls.mayCall() && !left.isEmpty()) {
                // Drawn: one that fails by its own fault must not stand for all others for ever.
                callAll(List.of(left.remove(draw(left.size()))));
            }
            if (calls.isPaused()) {
                postpone(left);
            } else {
                callAll(left);
            }
            if (calls.isPaused()) {
                putOffOthers(claimed.get(0).what());
            }
        }

        private void postpone(List<CompensationRow> untried) {
            if (!untried.isEmpty()) {
                store.compensations().postpone(untried, now.plus(SHORTEST_WAIT));
            }
        }

        /** The longer it lasts the longer they wait: whether the other side is back is found out with few rows. */
        private void putOffOthers(Compensation like) {
            Duration wait = calls.pausedFor().dividedBy(2);
            wait = wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
            wait = wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait;
            int some = PUT_OFF_AT_ONCE;
            while (some == PUT_OFF_AT_ONCE) {
                // Not all to the same moment: another node may reach what this one does not.
                Instant next = now.plus(wait.multipliedBy(80 + draw(41)).dividedBy(100));
                some = store.compensations().putOff(like.rule(), like.kind(), like.type(), now, next, PUT_OFF_AT_ONCE);
            }
        }

        private void callAll(List<CompensationRow> claimed) {
            List<Owed> owed = new ArrayList<>();
            for (CompensationRow row : claimed) {
                try {
                    owed(row, releaser, parts, now).ifPresent(owed::add);
                } catch (RuntimeException e) {
                    log.warn(
                            "Compensation row {} could not be worked off; it is tried again: {}",
                            row.row(),
                            e.toString());
                    log.debug("The failure:", e);
                    rows.soon(row, now);
                }
            }
            if (!owed.isEmpty()) {
                call(owed);
            }
        }

        private void call(List<Owed> owed) {
            boolean paused = calls.isPaused();
            Map<Long, String> reasons = new ConcurrentHashMap<>();
            List<Supplier<Boolean>> asked = new ArrayList<>();
            owed.forEach(one -> asked.add(() -> {
                try {
                    return called(one.releaser(), one.order());
                } catch (RuntimeException e) {
                    reasons.put(one.row().row(), String.valueOf(e.getMessage()));
                    throw e;
                }
            }));
            List<Optional<Boolean>> answers = calls.all(asked);
            List<CompensationRow> untried = new ArrayList<>();
            for (int i = 0; i < owed.size(); i++) {
                CompensationRow row = owed.get(i).row();
                Optional<String> reason = Optional.ofNullable(reasons.get(row.row()));
                if (answers.get(i).isPresent()) {
                    finish(row.what(), row.token());
                } else if (!paused && (reason.isPresent() || !calls.isPaused())) {
                    rows.failed(row, reason.orElse("no answer within release.timeout"), now);
                } else if (reason.isPresent()) {
                    // The other side is away: that uses up no attempt.
                    rows.later(row, now.plus(SHORTEST_WAIT), reason.get());
                } else {
                    untried.add(row);
                }
            }
            postpone(untried);
        }
    }

    private record Owed(CompensationRow row, ClosedOrder order, InventoryReleaser releaser) {}

    private Optional<Owed> owed(
            CompensationRow row, @Nullable InventoryReleaser releaser, Optional<RuleParts> parts, Instant now) {
        Compensation what = row.what();
        Optional<ReleaseLedger.Entry> entry = store.releases().find(what.key(), what.closeNumber(), what.type());
        if (entry.isEmpty() || entry.get().done()) {
            // Done by a node that died right then; or the ledger's retention has outlived it.
            rows.resolve(row);
            return Optional.empty();
        }
        if (releaser == null) {
            rows.later(row, now.plus(Duration.ofHours(1)), "no remote releaser of type " + what.type() + " is there");
            return Optional.empty();
        }
        ClosedOrder order = new ClosedOrder(
                snapshot(what.key(), entry.get(), parts, now),
                what.closeNumber(),
                entry.get().closedAt(),
                what.rule());
        return Optional.of(new Owed(row, order, releaser));
    }

    /** As its row is now, with the status it had; by its key alone where it is gone or its rule is. */
    private static OrderSnapshot snapshot(
            OrderKey key, ReleaseLedger.Entry entry, Optional<RuleParts> parts, Instant now) {
        return parts.flatMap(rule -> rule.scanner().findById(key.id(), now))
                .map(OrderFinding::order)
                .orElseGet(() -> OrderSnapshot.gone(key))
                .withStatus(entry.oldStatus());
    }

    private RemoteCalls calls(String rule, String type) {
        return callsByType.computeIfAbsent(
                rule + " " + type,
                key -> newCalls.apply("releaser of type " + type + " of rule " + rule, FAILURES_TO_PAUSE));
    }

    private int draw(int among) {
        synchronized (random) {
            return random.nextInt(among);
        }
    }

    /** Waits until everything that was begun has come to an end, so long at most. */
    void await(Duration limit) {
        line.await(limit);
    }

    /** What a remote releaser finds where a local one finds the closing transaction. */
    private enum NoTransaction implements TransactionContext {
        INSTANCE;

        @Override
        public <T> T unwrap(Class<T> type) {
            throw new IllegalArgumentException(
                    "A remote releaser is called after the commit: there is no transaction, and no " + type.getName()
                            + ". Make it LOCAL (mode()) to write together with the close");
        }
    }
}

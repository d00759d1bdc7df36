package io.github.ordertimeout;

import io.github.ordertimeout.check.RemoteCalls;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.release.ReleaseMode;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.store.OrderStore;
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
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off rows of what is owed to remote releasers: what failed right after its close, did not fit there, or was left by a crash.
 * While the other side is away its rows cost a few statements, however many there are.
 */
final class ReleaseDrain {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    /** While the other side is away: how soon a row is looked at again at first, and after a long time. */
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(30);

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
    /** A transaction stays far below 200 ms. */
    private static final int PUT_OFF_AT_ONCE = 2_000;

    private final OrderStore store;
    private final ClaimedRows rows;
    private final Function<String, List<InventoryReleaser>> releasers;
    private final ReleaseCalls releaseCalls;
    private final Random random = new Random(42);

    ReleaseDrain(
            OrderStore store,
            ClaimedRows rows,
            Function<String, List<InventoryReleaser>> releasers,
            ReleaseCalls releaseCalls) {
        this.store = store;
        this.rows = rows;
        this.releasers = releasers;
        this.releaseCalls = releaseCalls;
    }

    /** Works off claimed rows of one rule, whether it is there still or was removed. */
    void drain(String rule, List<CompensationRow> due, Optional<RuleParts> parts, Instant now) {
        Map<String, InventoryReleaser> byType = new HashMap<>();
        releasers.apply(rule).stream()
                .filter(releaser -> releaser.mode() == ReleaseMode.REMOTE)
                .forEach(releaser -> byType.put(releaser.releaseType(), releaser));
        due.stream()
                .collect(Collectors.groupingBy(row -> row.what().type(), LinkedHashMap::new, Collectors.toList()))
                .forEach((type, some) ->
                        new Drain(releaseCalls.of(rule, type), byType.get(type), parts, now).work(some));
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
            Known known = known(claimed, parts, now);
            for (CompensationRow row : claimed) {
                try {
                    owed(row, releaser, known, now).ifPresent(owed::add);
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
                    return ReleaseCalls.called(one.releaser(), one.order());
                } catch (RuntimeException e) {
                    reasons.put(one.row().row(), String.valueOf(e.getMessage()));
                    throw e;
                }
            }));
            List<Optional<Boolean>> answers = calls.all(asked);
            List<CompensationRow> untried = new ArrayList<>();
            List<Compensation> done = new ArrayList<>();
            for (int i = 0; i < owed.size(); i++) {
                CompensationRow row = owed.get(i).row();
                Optional<String> reason = Optional.ofNullable(reasons.get(row.row()));
                if (answers.get(i).isPresent()) {
                    done.add(row.what());
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
            finish(done, owed.get(0).row().token());
        }

        /** What cannot be noted throws, as the rest of this work does where the database is away. */
        private void finish(List<Compensation> done, String token) {
            List<RuntimeException> failures = releaseCalls.finish(done, token);
            if (!failures.isEmpty()) {
                throw failures.get(0);
            }
        }
    }

    private record Owed(CompensationRow row, ClosedOrder order, InventoryReleaser releaser) {}

    /** What ledger and shop know of the orders of some rows. */
    private record Known(Map<ReleaseLedger.Row, ReleaseLedger.Entry> entries, Map<String, OrderFinding> orders) {
        Optional<ReleaseLedger.Entry> entry(Compensation what) {
            return Optional.ofNullable(entries.get(row(what)));
        }

        /** As its row is now, with the status it had; by its key alone where it is gone or its rule is. */
        OrderSnapshot snapshot(OrderKey key, ReleaseLedger.Entry entry) {
            return Optional.ofNullable(orders.get(key.id()))
                    .map(OrderFinding::order)
                    .orElseGet(() -> OrderSnapshot.gone(key))
                    .withStatus(entry.oldStatus());
        }
    }

    private Known known(List<CompensationRow> claimed, Optional<RuleParts> parts, Instant now) {
        List<Compensation> all = claimed.stream().map(CompensationRow::what).toList();
        return new Known(
                store.releases().findAll(all.stream().map(ReleaseDrain::row).toList()),
                parts.map(rule -> rule.scanner()
                                .findAllById(
                                        all.stream()
                                                .map(what -> what.key().id())
                                                .toList(),
                                        now))
                        .orElse(Map.of()));
    }

    private static ReleaseLedger.Row row(Compensation what) {
        return new ReleaseLedger.Row(what.key(), what.closeNumber(), what.type());
    }

    private Optional<Owed> owed(CompensationRow row, @Nullable InventoryReleaser releaser, Known known, Instant now) {
        Compensation what = row.what();
        Optional<ReleaseLedger.Entry> entry = known.entry(what);
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
                known.snapshot(what.key(), entry.get()),
                what.closeNumber(),
                entry.get().closedAt(),
                what.rule());
        return Optional.of(new Owed(row, order, releaser));
    }

    private int draw(int among) {
        synchronized (random) {
            return random.nextInt(among);
        }
    }
}

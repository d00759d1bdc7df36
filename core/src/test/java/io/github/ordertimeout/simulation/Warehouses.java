package io.github.ordertimeout.simulation;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.simulation.Commit.RowChange;
import io.github.ordertimeout.simulation.CommitChecks.Close;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Other systems that get something back, each key once in effect: what a close owes them is written with it, is not given before,
 * and is owed until it was given.
 */
final class Warehouses {
    private static final String COMPENSATION = "order_timeout_compensation";
    private static final String LEDGER = "order_timeout_release";

    private final Plan plan;
    private final History history;
    private final LossyCalls calls;
    private final Runnable hesitate;
    private final Set<String> applied = new HashSet<>();
    private final Map<String, Claim> claims = new HashMap<>();

    /** Who works on a row, and until when nobody else may. */
    private record Claim(Node node, int life, String token, Instant until) {}

    Warehouses(Plan plan, History history, Faults faults, Scheduler scheduler) {
        this.hesitate = () -> {
            Actor actor = scheduler.running();
            if (actor != null) {
                faults.call(actor);
            }
        };
        this.plan = plan;
        this.history = history;
        this.calls = new LossyCalls(
                "the warehouse",
                plan.remotes().lost(),
                plan.remotes().silences(),
                1,
                5_000_000_000L,
                faults,
                scheduler);
    }

    Set<String> types() {
        return Set.copyOf(plan.remotes().types());
    }

    List<InventoryReleaser> releasers() {
        return plan.remotes().types().stream()
                .<InventoryReleaser>map(Warehouse::new)
                .toList();
    }

    private final class Warehouse implements InventoryReleaser {
        private final String type;

        Warehouse(String type) {
            this.type = type;
        }

        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            hesitate.run();
            boolean first = calls.call(() -> give(order.order().id(), order.closeNumber(), type));
        }

        @Override
        public String releaseType() {
            return type;
        }

        @Override
        public ReleaseMode mode() {
            return ReleaseMode.REMOTE;
        }
    }

    /** Applies the key where it is new; yields whether it was. */
    boolean give(String order, long number, String type) {
        if (ledger(order, number, type) == null) {
            throw new Violation(
                    3, type + " gets back what order " + order + " held before close " + number + " commits");
        }
        return applied.add(key(order, number, type));
    }

    private static String key(String order, long number, String type) {
        return order + "#" + number + "#" + type;
    }

    private @Nullable MemoryRow ledger(String order, long number, String type) {
        for (MemoryRow row : history.rows(LEDGER)) {
            if (row.text("order_id").equals(order)
                    && Objects.equals(row.get("close_number"), number)
                    && row.text("release_type").equals(type)) {
                return row;
            }
        }
        return null;
    }

    /** A new row of the ledger: what is given back with the close is done, what is owed is not, and has a row. */
    void entered(Commit commit, MemoryRow row) {
        String type = row.text("release_type");
        boolean owed = types().contains(type);
        if (owed == (row.get("done_at") != null)) {
            throw new Violation(3, "the ledger says " + row.columns() + " when its close commits");
        }
        if (owed
                && commit.of(COMPENSATION).stream().noneMatch(change -> change.before() == null && isOf(change, row))) {
            throw new Violation(3, "order " + row.text("order_id") + " owes " + type + " and nothing says so");
        }
    }

    private static boolean isOf(RowChange change, MemoryRow ledger) {
        MemoryRow row = change.after();
        return row != null
                && row.get("kind") == CompensationKind.RELEASE
                && row.text("order_id").equals(ledger.text("order_id"))
                && row.text("type").equals(ledger.text("release_type"))
                && Objects.equals(row.get("close_number"), ledger.get("close_number"));
    }

    /** A row of the ledger was changed: only that what was owed is done, and only where it is. */
    void changed(MemoryRow before, MemoryRow after) {
        Map<String, Object> expected = new HashMap<>(before.columns());
        expected.put("done_at", after.get("done_at"));
        if (before.get("done_at") != null || after.get("done_at") == null || !expected.equals(after.columns())) {
            throw new Violation(3, "the ledger row " + before.columns() + " became " + after.columns());
        }
        if (!applied.contains(key(after))) {
            throw new Violation(3, "the ledger says of " + after.columns() + " that it is done");
        }
    }

    private static String key(MemoryRow ledger) {
        return key(
                ledger.text("order_id"),
                ledger.get("close_number") instanceof Long number ? number : 0,
                ledger.text("release_type"));
    }

    /** Rows of what is owed: left alone while somebody works on them, and there until it is done. */
    void check(Commit commit) {
        for (RowChange change : commit.of(COMPENSATION)) {
            MemoryRow before = change.before();
            MemoryRow after = change.after();
            MemoryRow any = after == null ? before : after;
            if (any == null || any.get("kind") != CompensationKind.RELEASE) {
                continue;
            }
            if (before != null) {
                mayTouch(commit, before);
            }
            if (after == null) {
                left(commit, Objects.requireNonNull(before));
            } else {
                claim(commit, after);
                attempts(after);
            }
        }
    }

    private void mayTouch(Commit commit, MemoryRow row) {
        Claim claim = claims.get(row.key());
        if (claim != null
                && claim.token().equals(row.text("token"))
                && claim.until().isAfter(commit.at())
                && commit.by().node != claim.node()) {
            throw new Violation(4, "row " + row.columns() + " was taken from " + claim.node() + ", which works on it");
        }
    }

    private void claim(Commit commit, MemoryRow row) {
        Node node = commit.by().node;
        if (!row.text("token").isEmpty() && node != null) {
            Instant until = row.get("next_attempt_at") instanceof Instant at ? at : Instant.EPOCH;
            claims.put(row.key(), new Claim(node, commit.by().life, row.text("token"), until));
        } else {
            claims.remove(row.key());
        }
    }

    private void left(Commit commit, MemoryRow row) {
        Claim claim = claims.remove(row.key());
        if (claim == null || commit.by().node != claim.node() || !claim.token().equals(row.text("token"))) {
            throw new Violation(
                    4, "row " + row.columns() + " was ended by " + commit.by() + ", which has no claim on it");
        }
        MemoryRow ledger = ledger(
                row.text("order_id"), row.get("close_number") instanceof Long number ? number : 0, row.text("type"));
        if (ledger == null || ledger.get("done_at") == null) {
            throw new Violation(3, "what is owed, " + row.columns() + ", is owed no longer and was not done");
        }
    }

    /** A warehouse that is away uses up no attempts: one node that lives on finds that out by two calls. */
    private void attempts(MemoryRow row) {
        boolean onlyAway = plan.remotes().lost() == 0 && plan.nodes().size() == 1 && !plan.crashes();
        if (onlyAway
                && !plan.faults().slow()
                && plan.faults().hang() == 0
                && row.get("state") == CompensationState.DEAD) {
            throw new Violation(4, "what is owed, " + row.columns() + ", is dead since the warehouse was away");
        }
    }

    /** When nothing is left to do, everything that a close owed was given, once, and nothing else. */
    void end(Iterable<Close> closes) {
        Set<String> owed = new HashSet<>();
        closes.forEach(close -> types().forEach(type -> owed.add(key(close.order(), close.number(), type))));
        if (!owed.equals(applied)) {
            throw new Violation(3, "closes owed " + owed + " and warehouses got " + applied);
        }
        for (MemoryRow row : history.rows(COMPENSATION)) {
            if (row.get("kind") == CompensationKind.RELEASE) {
                throw new Violation(4, "what is owed, " + row.columns() + ", was never worked off");
            }
        }
    }
}

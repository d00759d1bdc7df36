package io.github.ordertimeout.simulation;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.simulation.CommitChecks.Close;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Events come after the commit they tell of, once, and only of what has happened. */
final class EventChecks {
    private final CommitChecks commits;
    private final Set<String> told = new HashSet<>();
    private final Map<String, int[]> stuckTold = new HashMap<>();
    private final Map<String, Integer> listed = new HashMap<>();

    EventChecks(CommitChecks commits) {
        this.commits = commits;
    }

    void heard(Node node, EngineEvent event) {
        if (event instanceof EngineEvent.OrderClosed closed) {
            Close close = new Close(closed.order().order().id(), closed.order().closeNumber());
            if (commits.closedBy(close) != node) {
                throw new Violation(4, node + " tells of " + close + ", which it did not make");
            }
            once(close.toString());
        } else if (event instanceof EngineEvent.Released released) {
            once("the release of " + released.type() + " for close " + released.closeNumber() + " of "
                    + released.key().id());
        } else if (event instanceof EngineEvent.CompensationDead dead) {
            once("the end of attempts of row " + dead.row().row());
        } else if (event instanceof EngineEvent.OrderStuck stuck) {
            String id = stuck.key().id();
            if (++stuckTold.computeIfAbsent(id, key -> new int[1])[0] > listed.getOrDefault(id, 0)) {
                throw new Violation(4, "order " + id + " was told to be stuck once more than it was listed");
            }
        }
    }

    /** Each row of a stuck order may be told once. */
    void check(Commit commit) {
        for (Commit.RowChange change : commit.of("order_timeout_compensation")) {
            MemoryRow row = change.after();
            if (row != null && change.before() == null && row.get("kind") == CompensationKind.STUCK) {
                listed.merge(row.text("order_id"), 1, Integer::sum);
            }
        }
    }

    private void once(String what) {
        if (!told.add(what)) {
            throw new Violation(4, what + " was told twice");
        }
    }

    /** Where no node died and no answer of the database was lost but a commit's, every close was told. */
    void complete() {
        commits.allCloses().keySet().stream()
                .filter(close -> !told.contains(close.toString()))
                .forEach(close -> {
                    throw new Violation(4, close + " was never told");
                });
    }
}

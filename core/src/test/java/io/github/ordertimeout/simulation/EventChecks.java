package io.github.ordertimeout.simulation;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.simulation.CommitChecks.Close;
import java.util.HashSet;
import java.util.Set;

/** Events come after the commit they tell of, once, and only of what has happened. */
final class EventChecks {
    private final CommitChecks commits;
    private final Set<String> told = new HashSet<>();

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
        } else if (event instanceof EngineEvent.CompensationDead dead) {
            once("the end of attempts of row " + dead.row().row());
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

package io.github.ordertimeout.simulation;

import io.github.ordertimeout.event.EngineEvent;
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
            String id = closed.order().order().id();
            long number = closed.order().closeNumber();
            if (commits.closedBy(id, number) != node) {
                throw new Violation(
                        4, node + " tells of close " + number + " of order " + id + ", which it did not make");
            }
            once("close " + number + " of order " + id);
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
        for (String close : commits.allCloses().keySet()) {
            String[] parts = close.split("#");
            if (!told.contains("close " + parts[1] + " of order " + parts[0])) {
                throw new Violation(4, "close " + parts[1] + " of order " + parts[0] + " was never told");
            }
        }
    }
}

package io.github.ordertimeout.simulation;

import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.config.SafetySettings;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.simulation.Commit.RowChange;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** What is paused or braked closes nothing, on no node, until a person says so; and too much at once brakes. */
final class BrakeChecks {
    private final Plan plan;
    private final Map<String, Instant> heldSince = new HashMap<>();

    BrakeChecks(Plan plan) {
        this.plan = plan;
    }

    void check(Commit commit) {
        for (RowChange change : commit.of("order_timeout_state")) {
            MemoryRow after = change.after();
            boolean holds = after != null
                    && (change.key().startsWith("pause:")
                            || after.text("content").startsWith("tripped"));
            if (holds) {
                heldSince.putIfAbsent(change.key(), commit.at());
            } else {
                heldSince.remove(change.key());
            }
        }
    }

    boolean isHeld() {
        return !heldSince.isEmpty();
    }

    /** An order is closed by a pass, or whatever else is no person's wish, that began at that moment. */
    void closed(String order, Instant began) {
        heldSince.forEach((what, since) -> {
            if (began.isAfter(since)) {
                throw new Violation(
                        6, "order " + order + " was closed at " + began + ", though " + what + " since " + since);
            }
        });
    }

    /** Orders that were busy before are closed beside what was counted; they are no more than a batch. */
    void passed(RuleReport report) {
        SafetySettings safety = plan.rule().safety();
        boolean released = plan.actions().stream().anyMatch(action -> action.kind() == Action.Kind.RESUME);
        int most = Math.max(safety.maxClosesPerPass(), safety.floor());
        if (safety.maxClosesPerPass() > 0
                && !released
                && report.closed() > most + plan.rule().scan().batchSize()) {
            throw new Violation(6, "a pass closed " + report.closed() + " where " + most + " trip the brake");
        }
    }
}

package io.github.ordertimeout.simulation;

import io.github.ordertimeout.simulation.Plan.FaultPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a failing plan smaller: leaves out whatever it fails without. Since every actor draws from a source of its own, what
 * is left goes on as before.
 */
final class Shrinker {
    private static final int MOST_RUNS = 1500;

    private final Simulation simulation;
    private final int promise;
    private int runs;

    private Shrinker(Simulation simulation, int promise) {
        this.simulation = simulation;
        this.promise = promise;
    }

    /** A smaller plan that breaks the same promise; the same plan where it is as small as can be or breaks none. */
    static Plan shrink(Simulation simulation, Plan plan) {
        Violation violation = simulation.run(plan).violation();
        return violation == null ? plan : new Shrinker(simulation, violation.promise()).shrink(plan);
    }

    private Plan shrink(Plan plan) {
        Plan smaller = plan;
        Plan before;
        do {
            before = smaller;
            smaller = withFewerActions(smaller);
            smaller = withFewerNodes(smaller);
            smaller = withFewerFaults(smaller);
        } while (!smaller.equals(before) && runs < MOST_RUNS);
        return smaller;
    }

    private boolean fails(Plan plan) {
        runs++;
        Violation violation = simulation.run(plan).violation();
        return violation != null && violation.promise() == promise;
    }

    /** Halves, quarters and so on down to single actions. */
    private Plan withFewerActions(Plan plan) {
        Plan smaller = plan;
        for (int chunk = Math.max(1, plan.actions().size() / 2); chunk >= 1; chunk /= 2) {
            int from = 0;
            while (from < smaller.actions().size() && runs < MOST_RUNS) {
                List<Action> fewer = new ArrayList<>(smaller.actions());
                fewer.subList(from, Math.min(from + chunk, fewer.size())).clear();
                Plan candidate = smaller.with(List.copyOf(fewer));
                if (fails(candidate)) {
                    smaller = candidate;
                } else {
                    from += chunk;
                }
            }
        }
        return smaller;
    }

    /** The last nodes first: the others keep their names. */
    private Plan withFewerNodes(Plan plan) {
        Plan smaller = plan;
        while (smaller.nodes().size() > 1) {
            Plan candidate =
                    smaller.withNodes(smaller.nodes().subList(0, smaller.nodes().size() - 1));
            if (!fails(candidate)) {
                return smaller;
            }
            smaller = candidate;
        }
        return smaller;
    }

    private Plan withFewerFaults(Plan plan) {
        FaultPlan all = plan.faults();
        for (FaultPlan fewer : List.of(
                FaultPlan.NONE,
                new FaultPlan(0, 0, all.unknown(), 0, all.slow(), List.of()),
                new FaultPlan(all.lost(), all.deadlock(), all.unknown(), 0, all.slow(), List.of()))) {
            if (!fewer.equals(all) && fails(plan.with(fewer))) {
                return plan.with(fewer);
            }
        }
        if (!plan.remotes().types().isEmpty() && fails(plan.withoutRemotes())) {
            return plan.withoutRemotes();
        }
        Plan reliable = plan.withReliableProvider();
        return !plan.payments().isReliable() && fails(reliable) ? reliable : plan;
    }
}

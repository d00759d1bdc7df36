package io.github.ordertimeout.standalone.demo;

import io.github.ordertimeout.PassReport;
import java.util.List;
import java.util.Optional;

/**
 * What the demo did.
 *
 * @param firstPass the pass over the overdue orders
 * @param secondPass one more, which should find nothing to close
 * @param failure the reason in the first compensation row; empty where nothing failed
 * @param promises what the data says
 */
public record DemoReport(
        PassReport firstPass, PassReport secondPass, Optional<String> failure, List<Promise> promises) {
    /** Copies the list. */
    public DemoReport {
        promises = List.copyOf(promises);
    }

    /** Whether every promise was kept and both passes went to their end. */
    public boolean kept() {
        return promises.stream().allMatch(Promise::kept) && isWhole(firstPass) && isWhole(secondPass);
    }

    private static boolean isWhole(PassReport pass) {
        return pass.rules().values().stream().allMatch(rule -> rule.error().isEmpty());
    }
}

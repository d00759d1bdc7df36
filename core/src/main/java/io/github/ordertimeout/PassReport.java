package io.github.ordertimeout;

import io.github.ordertimeout.settle.CompensationCounts;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one pass over all rules did.
 *
 * @param rules by name, in the order configured
 * @param compensation the compensation table after the pass
 * @param duration how long it took
 */
public record PassReport(Map<String, RuleReport> rules, CompensationCounts compensation, Duration duration) {
    /** Copies the map, keeping its order. */
    public PassReport {
        rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
    }

    /** Whether every rule's pass went to its end, none is braked or paused, and no order failed. */
    public boolean sound() {
        return rules.values().stream()
                .allMatch(rule ->
                        rule.failed() == 0 && !rule.braked() && rule.error().isEmpty());
    }
}

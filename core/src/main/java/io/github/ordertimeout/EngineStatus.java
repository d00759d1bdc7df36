package io.github.ordertimeout;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How an engine's work goes on this node, as its passes left it. Nothing is asked of the database for it.
 *
 * @param at when this was so, by this process's clock
 * @param state of the engine's threads together
 * @param rules by name, in the order configured
 * @param compensation what is owed or has failed
 */
public record EngineStatus(
        Instant at, LoopState state, Map<String, RuleStatus> rules, CompensationStatus compensation) {
    /** Copies the map, keeping its order. */
    public EngineStatus {
        rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
    }
}

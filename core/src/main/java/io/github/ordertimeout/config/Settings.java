package io.github.ordertimeout.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that was configured, checked as far as that goes without a database.
 *
 * @param enabled false: the engine does nothing
 * @param rules by name, in the order written
 * @param release how remote releasers are called
 * @param compensation how failures are tried again
 * @param health when the engine counts as one that does not do its work
 * @param tables the library's own tables
 * @param warnings what should be said at start, one sentence each
 */
public record Settings(
        boolean enabled,
        Map<String, Rule> rules,
        ReleaseSettings release,
        CompensationSettings compensation,
        HealthSettings health,
        TableSettings tables,
        List<String> warnings) {
    /** Copies both, keeping their order. */
    public Settings {
        rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
        warnings = List.copyOf(warnings);
    }
}

package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.RuleStatus;
import io.github.ordertimeout.event.EngineEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Map;

/** What events are counted into, in one registry: by rule, and together for what belongs to none of the rules. */
final class BoundMeters {
    /** Rows of a rule that is gone, payments of orders that no rule knows. */
    private static final String NO_RULE = "none";

    private final Map<String, RuleMeters> byRule = new HashMap<>();
    private final RuleMeters others;

    BoundMeters(MeterRegistry registry, Tags tags, Map<String, RuleStatus> rules) {
        rules.forEach(
                (name, rule) -> byRule.put(name, new RuleMeters(registry, tags.and("rule", name), rule.shards())));
        this.others = byRule.getOrDefault(NO_RULE, new RuleMeters(registry, tags.and("rule", NO_RULE), 1));
    }

    void count(EngineEvent event) {
        byRule.getOrDefault(event.rule(), others).count(event);
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.store.RuleStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rules that call different orders by the same name: one source, and ids that mean an order only together with what each rule's
 * {@code where} pins. Their ledger and compensation rows would be taken for each other's.
 */
final class SharedSources {
    private SharedSources() {}

    /** One sentence for each rule that another one's orders would be mixed up with. */
    static List<String> faults(Map<String, RuleStore> rules) {
        Map<String, String> firstBySource = new LinkedHashMap<>();
        List<String> faults = new ArrayList<>();
        rules.forEach((name, rule) -> {
            String first = firstBySource.putIfAbsent(rule.source(), name);
            RuleStore other = first == null ? rule : rules.getOrDefault(first, rule);
            if (!other.idsAmong().equals(rule.idsAmong())) {
                faults.add("order-timeout.rules." + name + ".source is '" + rule.source() + "' like that of rule "
                        + first
                        + ", but the same id means another order in each: " + among(other) + " there, " + among(rule)
                        + " here. Set source in both, to names such as '" + rule.source() + "-" + name + "'");
            }
        });
        return faults;
    }

    private static String among(RuleStore rule) {
        return rule.idsAmong().isBlank() ? "the id alone" : rule.idsAmong();
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.scan.Overlooked;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Rules that share a table: what {@code where} keeps from one of them is meant for another. */
final class Overlooking {
    private Overlooking() {}

    /** An order that {@code where} leaves out counts only where every rule of its table leaves all orders out. */
    static Map<String, RuleStatus> perTable(Map<String, RuleStatus> all) {
        Map<String, RuleStatus> judged = new LinkedHashMap<>();
        all.forEach((name, rule) -> {
            boolean alone = all.values().stream()
                    .filter(other -> other.source().equals(rule.source()))
                    .allMatch(other -> other.overlooked().isPresent());
            boolean byWhere = rule.overlooked()
                    .filter(order -> order.by() == Overlooked.By.WHERE)
                    .isPresent();
            judged.put(name, byWhere && !alone ? rule.withOverlooked(Optional.empty()) : rule);
        });
        return judged;
    }
}

package io.github.ordertimeout.testkit;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.TimeColumn;
import java.util.LinkedHashSet;
import java.util.Set;

/** The columns of the orders' table that a rule speaks of. */
final class RuleColumns {
    private RuleColumns() {}

    static Set<String> besideTheId(Rule rule) {
        Set<String> columns = new LinkedHashSet<>();
        rule.numberColumn().ifPresent(columns::add);
        columns.add(rule.status().column());
        rule.deadline().created().map(TimeColumn::name).ifPresent(columns::add);
        rule.deadline().due().map(TimeColumn::name).ifPresent(columns::add);
        rule.deadline().timeoutsBy().forEach(term -> columns.addAll(term.where().keySet()));
        columns.addAll(rule.selection().where().keySet());
        columns.addAll(rule.selection().paidEvidence().keySet());
        columns.addAll(rule.columns());
        columns.addAll(rule.onClose().set().keySet());
        columns.addAll(rule.paymentMapping().paidWhen().keySet());
        columns.addAll(rule.paymentMapping().onPaid().keySet());
        columns.remove(rule.idColumn());
        return columns;
    }
}

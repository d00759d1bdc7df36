package io.github.ordertimeout.memory;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.config.StatusMapping;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Proves that a close falsifies its own guard: a rule whose close leaves the row open would release its stock on every pass.
 * Two texts that may mean the same value count as the same.
 */
final class GuardProof {
    private GuardProof() {}

    static void check(Rule rule, RuleFaults faults) {
        StatusMapping status = rule.status();
        status.open().stream()
                .filter(open -> isAmong(open, status.paid()))
                .forEach(open -> faults.add("open-status", open + " is a paid-status too; an order cannot be both"));
        status.closed()
                .filter(closed -> isAmong(closed, status.paid()))
                .ifPresent(closed -> faults.add(
                        "closed-status", closed + " is a paid-status too; a close must not look like a payment"));
        if (rule.onClose().set().containsKey(status.column())) {
            faults.add("on-close." + status.column(), "must not be set: closed-status says what a close sets it to");
        }
        boolean changesStatus = status.closed()
                .filter(closed -> !isAmong(closed, status.open()))
                .isPresent();
        if (!changesStatus && !isExcludedAfterwards(rule)) {
            faults.add(
                    "closed-status",
                    status.closed().orElse("(empty)")
                            + " would leave the order open, so that every pass would close it again: it must not be among"
                            + " open-status " + status.open()
                            + ", or on-close must set a literal that a where then excludes");
        }
    }

    private static boolean isExcludedAfterwards(Rule rule) {
        return rule.selection().where().entrySet().stream()
                .anyMatch(where -> Optional.ofNullable(rule.onClose().set().get(where.getKey()))
                        .filter(value -> isExcluded(value, where.getValue()))
                        .isPresent());
    }

    private static boolean isExcluded(SetValue value, Condition where) {
        if (value instanceof SetValue.Literal literal) {
            return isExcluded(literal.text(), where);
        }
        if (value instanceof SetValue.Null) {
            return !Conditions.matches(where, null);
        }
        // A moment and a rule's name are never null and never the empty text.
        boolean filled = value instanceof SetValue.Now || value instanceof SetValue.RuleName;
        return filled && (where instanceof Condition.IsNull || where instanceof Condition.IsEmpty);
    }

    private static boolean isExcluded(String literal, Condition where) {
        if (where instanceof Condition.In in) {
            return !isAmong(literal, in.values());
        }
        if (where instanceof Condition.NotIn notIn) {
            return notIn.values().contains(literal);
        }
        if (where instanceof Condition.Compare) {
            // As text or as a number: which one counts depends on the column.
            Optional<BigDecimal> number = Values.number(literal);
            return number.isPresent()
                    && !Conditions.matches(where, number.get())
                    && !Conditions.matches(where, literal);
        }
        return !Conditions.matches(where, literal);
    }

    private static boolean isAmong(String value, List<String> values) {
        return values.stream().anyMatch(other -> maySame(value, other));
    }

    private static boolean maySame(String one, String other) {
        Optional<BigDecimal> number = Values.number(one);
        return one.equals(other) || (number.isPresent() && Values.equal(number.get(), other));
    }
}

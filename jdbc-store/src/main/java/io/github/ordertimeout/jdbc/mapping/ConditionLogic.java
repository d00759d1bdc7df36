package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Judges a condition on a known value, without the database. Says that it certainly excludes the value, or nothing: text that
 * a collation might call equal counts as equal, and order of text is left to the database.
 */
final class ConditionLogic {
    private ConditionLogic() {}

    /** Whether {@code where} with this condition certainly leaves out a row that holds null. */
    static boolean excludesNull(Condition condition) {
        return condition instanceof Condition.In
                || condition instanceof Condition.Compare
                || condition instanceof Condition.NotNull
                || condition instanceof Condition.NotEmpty;
    }

    /** Whether it certainly leaves out a row that holds some value, whichever. */
    static boolean excludesEverythingButNull(Condition condition, TypedColumn column) {
        return condition instanceof Condition.IsNull
                || condition instanceof Condition.IsEmpty && !ConditionSql.hasEmptyText(column);
    }

    /** Whether it certainly leaves out a row that holds this value. */
    static boolean excludes(Condition condition, TypedColumn column, String literal) {
        String value = column.canonical(literal);
        if (condition instanceof Condition.In in) {
            return in.values().stream().noneMatch(wanted -> column.same(column.canonical(wanted), value));
        }
        if (condition instanceof Condition.NotIn not) {
            return not.values().stream()
                    .anyMatch(unwanted -> column.canonical(unwanted).equals(value));
        }
        if (condition instanceof Condition.Compare compare) {
            return order(column, value, column.canonical(compare.value()))
                    .map(order -> !holds(compare.operator(), order))
                    .orElse(false);
        }
        if (condition instanceof Condition.IsEmpty) {
            return !ConditionSql.hasEmptyText(column) || !value.isBlank();
        }
        if (condition instanceof Condition.NotEmpty) {
            return ConditionSql.hasEmptyText(column) && value.isEmpty();
        }
        return condition instanceof Condition.IsNull;
    }

    private static Optional<Integer> order(TypedColumn column, String value, String other) {
        return switch (column.type().kind()) {
            case INTEGER, DECIMAL, BIT -> Optional.of(new BigDecimal(value).compareTo(new BigDecimal(other)));
            case DATE -> Optional.of(value.compareTo(other));
            default -> Optional.empty();
        };
    }

    private static boolean holds(Condition.Operator operator, int order) {
        return switch (operator) {
            case GREATER -> order > 0;
            case AT_LEAST -> order >= 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
        };
    }

    /** Kinds whose values can be written as {@code where} constants that pin a row of a composite key. */
    static boolean pins(Condition condition, TypedColumn column) {
        return column.type().kind() != ValueKind.OTHER
                && condition instanceof Condition.In in
                && in.values().size() == 1;
    }
}

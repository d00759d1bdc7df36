package io.github.ordertimeout.memory;

import io.github.ordertimeout.config.Condition;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whether values meet conditions. */
final class Conditions {
    private Conditions() {}

    static boolean all(Map<String, Condition> conditions, Function<String, @Nullable Object> column) {
        return conditions.entrySet().stream()
                .allMatch(entry -> matches(entry.getValue(), column.apply(entry.getKey())));
    }

    /** Evidence is a value that is there: null never is, whatever the condition. */
    static boolean anyEvidence(Map<String, Condition> conditions, Function<String, @Nullable Object> column) {
        return conditions.entrySet().stream().anyMatch(entry -> {
            Object value = column.apply(entry.getKey());
            return value != null && matches(entry.getValue(), value);
        });
    }

    static boolean matches(Condition condition, @Nullable Object value) {
        if (condition instanceof Condition.In in) {
            return value != null && in.values().stream().anyMatch(literal -> Values.equal(value, literal));
        }
        if (condition instanceof Condition.NotIn notIn) {
            return value == null || notIn.values().stream().noneMatch(literal -> Values.equal(value, literal));
        }
        if (condition instanceof Condition.Compare compare) {
            return value != null && matches(compare, value);
        }
        if (condition instanceof Condition.IsNull) {
            return value == null;
        }
        if (condition instanceof Condition.NotNull) {
            return value != null;
        }
        boolean empty = value == null || value.equals("");
        return condition instanceof Condition.IsEmpty ? empty : !empty;
    }

    private static boolean matches(Condition.Compare compare, Object value) {
        OptionalInt comparison = Values.compare(value, compare.value());
        if (comparison.isEmpty()) {
            return false;
        }
        int sign = comparison.getAsInt();
        return switch (compare.operator()) {
            case GREATER -> sign > 0;
            case AT_LEAST -> sign >= 0;
            case LESS -> sign < 0;
            case AT_MOST -> sign <= 0;
        };
    }

    /** The condition as a person would say it. */
    static String say(Condition condition) {
        if (condition instanceof Condition.In in) {
            return "one of " + in.values();
        }
        if (condition instanceof Condition.NotIn notIn) {
            return "none of " + notIn.values();
        }
        if (condition instanceof Condition.Compare compare) {
            return compare.operator().sql() + " " + compare.value();
        }
        if (condition instanceof Condition.IsNull) {
            return "null";
        }
        if (condition instanceof Condition.NotNull) {
            return "not null";
        }
        return condition instanceof Condition.IsEmpty ? "empty" : "not empty";
    }
}

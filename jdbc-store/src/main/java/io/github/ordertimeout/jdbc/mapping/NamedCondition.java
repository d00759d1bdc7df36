package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Sql;
import org.jspecify.annotations.Nullable;

/**
 * A condition of the rule on one column of the order.
 *
 * @param column the column
 * @param condition what it must hold
 * @param sql the condition on alias {@code o}
 */
public record NamedCondition(TypedColumn column, Condition condition, Sql sql) {
    /** Columns of text may hold a whole document. */
    private static final int LONGEST = 80;

    static NamedCondition where(TypedColumn column, Condition condition) {
        return new NamedCondition(column, condition, ConditionSql.where(column.of("o"), column, condition));
    }

    static NamedCondition evidence(TypedColumn column, Condition condition) {
        return new NamedCondition(column, condition, ConditionSql.evidence(column.of("o"), column, condition));
    }

    /** Why a row that holds this value does not meet it: {@code `delete_status` is 1; the rule wants 0}. */
    public String unmet(@Nullable String value) {
        return met(value) + "; the rule wants " + wanted();
    }

    /** What a row that holds this value says: {@code `delete_status` is 1}. */
    String met(@Nullable String value) {
        return "`" + column.name() + "` is " + (value == null ? "null" : value.isEmpty() ? "''" : cut(value));
    }

    private static String cut(String value) {
        return value.length() <= LONGEST ? value : value.substring(0, LONGEST) + "…";
    }

    /** For a person: {@code tenant = 1}, of a condition that pins one value. */
    String pinned() {
        return column.name() + " = " + column.canonical(wanted());
    }

    private String wanted() {
        if (condition instanceof Condition.In in) {
            return String.join(" or ", in.values());
        }
        if (condition instanceof Condition.NotIn not) {
            return "not " + String.join(" or ", not.values());
        }
        if (condition instanceof Condition.Compare compare) {
            return compare.operator().sql() + " " + compare.value();
        }
        if (condition instanceof Condition.IsNull) {
            return "null";
        }
        if (condition instanceof Condition.NotNull) {
            return "a value";
        }
        return condition instanceof Condition.IsEmpty ? "nothing" : "something";
    }
}

package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.List;

/** A condition on a column as SQL, its values bound by the column's type. */
final class ConditionSql {
    private ConditionSql() {}

    /** As {@code where} means it: {@code not X} matches null. */
    static Sql where(Sql column, TypedColumn type, Condition condition) {
        return condition instanceof Condition.NotIn not
                ? notIn(column, type, not.values())
                        .then(" OR ")
                        .then(column)
                        .then(" IS NULL")
                        .inParentheses()
                : plain(column, type, condition);
    }

    /** As {@code paid-evidence} means it: null is never evidence of {@code not X}. */
    static Sql evidence(Sql column, TypedColumn type, Condition condition) {
        return plain(column, type, condition);
    }

    private static Sql plain(Sql column, TypedColumn type, Condition condition) {
        if (condition instanceof Condition.In in) {
            return in(column, type, in.values());
        }
        if (condition instanceof Condition.NotIn not) {
            return notIn(column, type, not.values());
        }
        if (condition instanceof Condition.Compare compare) {
            return column.then(" " + compare.operator().sql() + " ").then(type.bind(compare.value()));
        }
        if (condition instanceof Condition.IsNull) {
            return column.then(" IS NULL");
        }
        if (condition instanceof Condition.NotNull) {
            return column.then(" IS NOT NULL");
        }
        if (condition instanceof Condition.IsEmpty) {
            return hasEmptyText(type)
                    ? column.then(" IS NULL OR ").then(column).then(" = ''").inParentheses()
                    : column.then(" IS NULL");
        }
        return hasEmptyText(type)
                ? column.then(" IS NOT NULL AND ").then(column).then(" <> ''").inParentheses()
                : column.then(" IS NOT NULL");
    }

    private static Sql in(Sql column, TypedColumn type, List<String> values) {
        return values.size() == 1
                ? column.then(" = ").then(type.bind(values.get(0)))
                : column.then(" IN ").then(list(type, values));
    }

    private static Sql notIn(Sql column, TypedColumn type, List<String> values) {
        return values.size() == 1
                ? column.then(" <> ").then(type.bind(values.get(0)))
                : column.then(" NOT IN ").then(list(type, values));
    }

    static Sql list(TypedColumn type, List<String> values) {
        return Sql.join(
                        ", ",
                        values.stream()
                                .map(value -> Sql.value(type.bind(value)))
                                .toList())
                .inParentheses();
    }

    static boolean hasEmptyText(TypedColumn type) {
        return type.type().kind() == ValueKind.TEXT || type.type().kind() == ValueKind.PADDED_TEXT;
    }
}

package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.Selection;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Resolves the columns and literals of a rule's conditions. */
final class SelectionMapper {
    private SelectionMapper() {}

    static List<NamedCondition> conditions(Table table, Map<String, Condition> conditions, Faults faults) {
        return resolve(table, conditions, faults, NamedCondition::where);
    }

    static SelectionSql map(
            Table table,
            Selection selection,
            Map<String, Condition> paidWhen,
            RowParameters parameters,
            Faults faults) {
        return new SelectionSql(
                conditions(table, selection.where(), faults.below("where")),
                selection.whereSql(),
                resolve(table, selection.paidEvidence(), faults.below("paid-evidence"), NamedCondition::evidence),
                selection.paidEvidenceSql(),
                resolve(table, paidWhen, Faults.ofRule(""), NamedCondition::where),
                parameters);
    }

    private static List<NamedCondition> resolve(
            Table table,
            Map<String, Condition> conditions,
            Faults faults,
            BiFunction<TypedColumn, Condition, NamedCondition> kind) {
        List<NamedCondition> resolved = new ArrayList<>();
        conditions.forEach((name, condition) -> faults.attempt(name, () -> kind.apply(table.column(name), condition))
                .ifPresent(resolved::add));
        return resolved;
    }
}

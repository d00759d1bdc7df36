package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Conditions on a table other than the orders': {@code item-where} and {@code stock-where}. */
public final class TableConditions {
    private TableConditions() {}

    /** All of them on this alias, as {@code where} means them; a name or value that does not fit is a fault. */
    public static Sql of(Table table, String alias, Map<String, Condition> conditions, Faults faults) {
        List<Sql> all = new ArrayList<>();
        conditions.forEach((name, condition) -> faults.attempt(name, () -> {
                    TypedColumn column = table.column(name);
                    return ConditionSql.where(column.of(alias), column, condition);
                })
                .ifPresent(all::add));
        return Sql.and(all);
    }
}

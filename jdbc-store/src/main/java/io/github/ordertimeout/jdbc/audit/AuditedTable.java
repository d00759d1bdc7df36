package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.RowReader;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.InLists;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One source of orders, and the rules that close them.
 *
 * @param rules by name; at least one
 */
record AuditedTable(Database database, OwnTables own, String source, Map<String, RuleMapping> rules) {
    /** The rule of that name; every rule of the table where it is gone. */
    Collection<RuleMapping> rule(String name) {
        RuleMapping mapping = rules.get(name);
        return mapping == null ? rules.values() : List.of(mapping);
    }

    OrderKey key(String id) {
        return new OrderKey(source, id);
    }

    /**
     * Rows of the library's own tables that speak of some orders.
     *
     * @param select up to and with its {@code WHERE} and what else it asks for
     * @param ids at least one
     */
    Sql own(String select, List<String> ids) {
        return Sql.text(select + " source = ")
                .then(Bound.text(source))
                .then(" AND ")
                .then(InLists.of("order_id", ids, database.dialect().largestInList()));
    }

    /** Those of the orders that such rows speak of. */
    Set<String> among(String select, List<String> ids) {
        return ids.isEmpty()
                ? Set.of()
                : new HashSet<>(database.read(session -> session.query(own(select, ids), row -> row.getString(1))));
    }

    /** What people call these orders; one without a number, or without a row any more, is missing. */
    Map<String, String> numbers(List<String> ids) {
        Map<String, String> numbers = new HashMap<>();
        for (RuleMapping rule : rules.values()) {
            Optional<TypedColumn> number = rule.columns().number();
            if (number.isPresent()) {
                rows(
                                rule,
                                ids,
                                List.of(number.get().of("o")),
                                row -> Optional.ofNullable(number.get().canonicalText(row, 2)))
                        .forEach((id, text) -> text.ifPresent(so -> numbers.put(id, so)));
                break;
            }
        }
        return numbers;
    }

    /**
     * The rows of these orders as one rule names them, by id.
     *
     * @param columns what is selected behind the id
     */
    <T> Map<String, T> rows(RuleMapping rule, List<String> ids, List<Sql> columns, RowReader<T> reader) {
        Map<String, T> rows = new HashMap<>();
        List<String> known =
                ids.stream().filter(id -> rule.id().tryBindId(id).isPresent()).toList();
        if (known.isEmpty()) {
            return rows;
        }
        List<Sql> list = new ArrayList<>();
        list.add(rule.id().of("o"));
        list.addAll(columns);
        Sql query = Sql.text("SELECT ")
                .then(Sql.join(", ", list))
                .then(rule.fromById())
                .then(" WHERE ")
                .then(rule.idIn(known))
                .then(" AND ")
                .then(rule.pinned());
        database.read(session -> session.query(
                        query, row -> Map.entry(String.valueOf(rule.id().canonicalText(row, 1)), reader.read(row))))
                .forEach(entry -> rows.put(entry.getKey(), entry.getValue()));
        return rows;
    }
}

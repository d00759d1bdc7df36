package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.mapping.Assignment;
import io.github.ordertimeout.jdbc.mapping.CloseMark;
import io.github.ordertimeout.jdbc.mapping.Flag;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.time.TimeColumnSql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Goes over the orders of one closed status that were made since a moment, in the order of that time, for which the index of the
 * scan serves as well, and asks which of them the library did not close. Orders without that time are left out.
 */
final class ElsewhereWalk implements Walk {
    private final AuditedTable table;
    private final RuleMapping rule;
    private final TimeColumnSql time;
    private final String name;
    private final Sql which;
    private final Instant since;
    private final int pageSize;

    private ElsewhereWalk(
            AuditedTable table,
            RuleMapping rule,
            TimeColumnSql time,
            String name,
            Sql which,
            Instant since,
            int pageSize) {
        this.table = table;
        this.rule = rule;
        this.time = time;
        this.name = name;
        this.which = which;
        this.since = since;
        this.pageSize = pageSize;
    }

    /** The walks of a table, by which each order is met once, whatever number of rules speak of it. */
    static List<Walk> of(AuditedTable table, Instant since, int pageSize) {
        List<Walk> walks = new ArrayList<>();
        List<Sql> before = new ArrayList<>();
        Set<List<Object>> texts = new HashSet<>();
        for (RuleMapping rule : table.rules().values()) {
            TimeColumnSql time =
                    rule.deadline().created().or(rule.deadline()::due).orElseThrow();
            for (Sql arm : CloseMark.of(rule).arms()) {
                Sql which = Sql.and(List.of(arm, ofTheRule(rule)));
                if (texts.add(List.of(which.text(), which.values()))) {
                    Sql others = Sql.and(before.stream().map(Flag::not).toList());
                    walks.add(new ElsewhereWalk(
                            table,
                            rule,
                            time,
                            "closed-" + walks.size(),
                            Sql.and(List.of(which, others)),
                            since,
                            pageSize));
                    before.add(which);
                }
            }
        }
        return walks;
    }

    /** What {@code where} says of columns that a close leaves alone: another tenant's orders are none of the rule's. */
    private static Sql ofTheRule(RuleMapping rule) {
        Set<TypedColumn> set =
                rule.assignments().stream().map(Assignment::column).collect(Collectors.toSet());
        return Sql.and(rule.selection().where().stream()
                .filter(condition -> !set.contains(condition.column()))
                .map(condition -> condition.sql())
                .toList());
    }

    /** An order as read: where it stands among the others, and what it is called. */
    private record Closed(Optional<String> position, String id, Optional<String> number) {}

    @Override
    public String name() {
        return name;
    }

    @Override
    public Step after(List<String> key) {
        Sql query = page(key);
        List<Closed> page = table.database().read(session -> session.query(query, this::closed));
        Set<String> ours = table.among(
                "SELECT order_id FROM " + table.own().release() + " WHERE",
                page.stream().map(Closed::id).toList());
        List<AuditFault> faults = page.stream()
                .filter(order -> !ours.contains(order.id()))
                .map(order -> new AuditFault(FaultKind.CLOSED_ELSEWHERE, table.key(order.id()), order.number(), ""))
                .toList();
        return new Step(faults, page.size(), page.size() < pageSize ? Optional.empty() : last(page));
    }

    /** MySQL may hold dates such as 2024-00-10, which are no moment: the last row that has one counts. */
    private static Optional<List<String>> last(List<Closed> page) {
        for (int i = page.size() - 1; i >= 0; i--) {
            Optional<String> position = page.get(i).position();
            if (position.isPresent()) {
                return Optional.of(List.of(position.get(), page.get(i).id()));
            }
        }
        return Optional.empty();
    }

    private Closed closed(ResultSet row) throws SQLException {
        Optional<TypedColumn> number = rule.columns().number();
        return new Closed(
                time.position(row, 3),
                String.valueOf(rule.id().canonicalText(row, 1)),
                number.isEmpty()
                        ? Optional.empty()
                        : Optional.ofNullable(number.get().canonicalText(row, 2)));
    }

    private Sql page(List<String> after) {
        List<Sql> all = new ArrayList<>();
        all.add(which);
        all.add(time.after("o", since));
        if (rule.id().nullable()) {
            all.add(rule.id().of("o").then(" IS NOT NULL"));
        }
        if (!after.isEmpty()) {
            all.add(behind(after.get(0), after.get(1)));
        }
        return Sql.text("SELECT ")
                .then(rule.id().of("o"))
                .then(", ")
                .then(rule.columns().number().map(column -> column.of("o")).orElse(Sql.text("NULL")))
                .then(", ")
                .then(time.select("o"))
                .then(rule.from())
                .then(" WHERE ")
                .then(Sql.and(all))
                .then(" ORDER BY ")
                .then(time.column().of("o"))
                .then(", ")
                .then(rule.id().of("o"))
                .then(" LIMIT " + pageSize);
    }

    private Sql behind(String position, String idText) {
        Sql id = rule.id().of("o");
        Bound value = rule.id().bind(idText);
        return Optional.of(time)
                .filter(column -> rule.dialect().seeksRows())
                .flatMap(column -> column.behindAsRow("o", position, id, value))
                .orElseGet(() -> time.behind("o", position, id.then(" > ").then(value)));
    }
}

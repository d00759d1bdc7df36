package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A rule whose names exist and whose values fit. Immutable.
 *
 * @param rule as configured
 * @param source the identity of its orders' data source and table
 * @param table the orders' table
 * @param key the index by which one id means one row
 * @param columns what is read of an order
 * @param status what its status means
 * @param deadline when it runs out
 * @param selection which rows count
 * @param assignments what a close sets beside the status, those that read the row first
 * @param payment what makes an order a paid one
 * @param clock how the rule's tables tell the time
 * @param dialect how the database says things
 * @param warnings what should be said at start, one sentence each
 */
public record RuleMapping(
        Rule rule,
        String source,
        Table table,
        Table.UniqueKey key,
        OrderColumns columns,
        StatusValues status,
        DeadlineSql deadline,
        SelectionSql selection,
        List<Assignment> assignments,
        PaymentSql payment,
        RuleClock clock,
        Dialect dialect,
        List<String> warnings) {
    /** Copies the lists. */
    public RuleMapping {
        assignments = List.copyOf(assignments);
        warnings = List.copyOf(warnings);
    }

    /**
     * The same rule with the terms that hold now: those of another table may be read again at any moment, and a close whose lock
     * and update judged by different ones would look like a fault of its orders.
     */
    public RuleMapping withFixedTerms() {
        DeadlineSql fixed = deadline.fixed();
        return fixed == deadline
                ? this
                : new RuleMapping(
                        rule,
                        source,
                        table,
                        key,
                        columns,
                        status,
                        fixed,
                        selection,
                        assignments,
                        payment,
                        clock,
                        dialect,
                        warnings);
    }

    /** The id column. */
    public TypedColumn id() {
        return columns.id();
    }

    /** {@code :now} of trusted SQL: like the created column, else like the deadline column. */
    public Bound now(Instant now) {
        return deadline.created().or(deadline::due).orElseThrow().moment(now);
    }

    /** The table under alias {@code o}. */
    public Sql from() {
        return Sql.text(" FROM " + table.quoted() + " o");
    }

    /** The same, reached by the id's index only: InnoDB locks every row that another index would walk over. */
    public Sql fromById() {
        return from().then(byId());
    }

    /** What pins the id's index after the alias {@code o}. */
    public String byId() {
        return key.primary() ? dialect.forcePrimaryKey() : dialect.forceIndex(key.name());
    }

    /**
     * Among the rows that an id can mean at all: where the id is a part of a key only, the conditions that pin the rest. What
     * does not meet them is no order of this rule under another condition, but another order with the same id.
     */
    public Sql pinned() {
        return Sql.and(pins().stream().map(NamedCondition::sql).toList());
    }

    private List<NamedCondition> pins() {
        return selection.where().stream()
                .filter(condition -> !condition.column().name().equals(id().name())
                        && key.columns().contains(condition.column().name())
                        && ConditionLogic.pins(condition.condition(), condition.column()))
                .toList();
    }

    /** The columns that an id means one order together with. */
    public List<String> pinnedColumns() {
        return pins().stream().map(condition -> condition.column().name()).toList();
    }

    /** The same with their values, as a person reads them: {@code tenant = 1}; blank where the id is enough. */
    public String idsAmong() {
        return pins().stream().map(NamedCondition::pinned).collect(Collectors.joining(", "));
    }

    /** One of these ids; lists longer than the server takes for a list of keys are split. */
    public Sql idIn(List<String> ids) {
        List<String> canonical = ids.stream().map(id()::canonical).toList();
        Sql name = id().of("o");
        if (id().listsAnyNumber()) {
            return id().among(name, canonical);
        }
        List<Sql> lists = new ArrayList<>();
        for (int start = 0; start < ids.size(); start += dialect.largestInList()) {
            lists.add(id().among(
                            name, canonical.subList(start, Math.min(ids.size(), start + dialect.largestInList()))));
        }
        return lists.size() == 1 ? lists.get(0) : Sql.or(lists).inParentheses();
    }
}

package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.PaymentMapping;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.jdbc.catalog.Catalog;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.database.DatabaseException;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.time.SessionZone;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Resolves a rule against the catalog, over one session. */
public final class RuleMapper {
    private static final int LONGEST_SOURCE = 128;

    private final Rule rule;
    private final Session session;
    private final Dialect dialect;
    private final Faults faults;
    private final List<String> warnings = new ArrayList<>();

    private RuleMapper(Rule rule, Session session, Dialect dialect) {
        this.rule = rule;
        this.session = session;
        this.dialect = dialect;
        this.faults = Faults.ofRule(rule.name());
    }

    /**
     * The rule, resolved.
     *
     * @throws ConfigurationException with every fault found
     */
    public static RuleMapping map(Rule rule, Session session, Dialect dialect) {
        try {
            return new RuleMapper(rule, session, dialect).map();
        } catch (SQLException e) {
            throw new DatabaseException("The database's catalog cannot be read", e);
        }
    }

    private RuleMapping map() throws SQLException {
        Table table = table();
        DeadlineMapper deadlineMapper = new DeadlineMapper(
                rule, table, session, SessionZone.of(session.connection(), dialect.name()), faults, warnings);
        DeadlineSql deadline = deadlineMapper.map();
        RuleClock clock = deadlineMapper.clock();
        SelectionSql selection = SelectionMapper.map(
                table,
                rule.selection(),
                rule.paymentMapping().paidWhen(),
                new RowParameters(rule.name(), deadline.created().or(deadline::due)),
                faults);
        Optional<TypedColumn> id = faults.attempt("id-column", () -> table.column(rule.idColumn()));
        Optional<Table.UniqueKey> key = id.flatMap(
                column -> faults.attempt("id-column", () -> OrderKeyMapper.key(table, column, selection.where())));
        Optional<OrderColumns> columns = id.map(column -> new ColumnsMapper(rule, table, faults).map(column));
        Optional<StatusValues> status = faults.attempt(
                        "status-column", () -> table.column(rule.status().column()))
                .map(column -> new StatusMapper(column, session, faults).map(rule.status()));
        List<Assignment> assignments =
                assignments(table, faults.below("on-close"), rule.onClose().set(), clock, status, id);
        PaymentSql payment = payment(table, clock, status, id);
        if (faults.isEmpty()) {
            new GuardProof(status.orElseThrow(), selection.where(), assignments, faults).demand();
        }
        String source = rule.sourceOf(table.canonicalName());
        if (source.length() > LONGEST_SOURCE) {
            faults.add(
                    "source", "'" + source + "' is longer than " + LONGEST_SOURCE + " characters; set a shorter one");
        }
        faults.throwIfAny();
        return new RuleMapping(
                rule,
                source,
                table,
                key.orElseThrow(),
                columns.orElseThrow(),
                status.orElseThrow(),
                deadline,
                selection,
                assignments,
                payment,
                clock,
                dialect,
                warnings);
    }

    private Table table() throws SQLException {
        Table table;
        try {
            table = Catalog.over(session.connection()).table(rule.table());
        } catch (CatalogFault fault) {
            faults.add("table", fault.sentence() + whereConfigured());
            faults.throwIfAny();
            throw fault;
        }
        if (!table.notLockable().isEmpty()) {
            faults.add(
                    "table",
                    "`" + table.canonicalName() + "` cannot be used: " + table.notLockable()
                            + ". Its rows must be locked and rolled back");
            faults.throwIfAny();
        }
        if (table.primaryKey().isEmpty()) {
            faults.add(
                    "table",
                    "`" + table.canonicalName()
                            + "` has no primary key, so that no row can be told from another; add one");
            faults.throwIfAny();
        }
        return table;
    }

    /** The key {@code table} of a shard is nobody's writing. */
    private String whereConfigured() {
        return rule.shard()
                .map(shard ->
                        ". It is one of the tables that rule " + shard.rule() + " names by `tables` and `data-sources`"
                                + (shard.dataSource().isEmpty() ? "" : ", in data source " + shard.dataSource())
                                + ": create it there, or correct these keys")
                .orElse("");
    }

    private List<Assignment> assignments(
            Table table,
            Faults below,
            Map<String, SetValue> sets,
            RuleClock clock,
            Optional<StatusValues> status,
            Optional<TypedColumn> id) {
        List<Assignment> assignments = new ArrayList<>();
        for (Map.Entry<String, SetValue> set : sets.entrySet()) {
            below.attempt(set.getKey(), () -> Assignment.checked(table.column(set.getKey()), set.getValue(), clock))
                    .ifPresent(assignment -> {
                        if (status.filter(s -> s.column().equals(assignment.column()))
                                        .isPresent()
                                || id.filter(assignment.column()::equals).isPresent()) {
                            below.add(set.getKey(), "must not be set: it is the rule's status or id column");
                        }
                        assignments.add(assignment);
                    });
        }
        // stable, so that apart from this they stand as configured
        assignments.sort(Comparator.comparing(assignment -> !assignment.readsRow()));
        return assignments;
    }

    /** What a payment sets: {@code on-paid}, and the values that {@code paid-when} asks for and {@code on-paid} leaves out. */
    private PaymentSql payment(Table table, RuleClock clock, Optional<StatusValues> status, Optional<TypedColumn> id) {
        PaymentMapping configured = rule.paymentMapping();
        List<NamedCondition> paidWhen =
                SelectionMapper.conditions(table, configured.paidWhen(), faults.below("paid-when"));
        List<Assignment> assignments =
                assignments(table, faults.below("on-paid"), configured.onPaid(), clock, status, id);
        Faults below = faults.below("paid-when");
        for (NamedCondition condition : paidWhen) {
            boolean set = assignments.stream().anyMatch(one -> one.column().equals(condition.column()));
            if (!set && condition.condition() instanceof Condition.In in) {
                below.attempt(
                                condition.column().name(),
                                () -> Assignment.checked(
                                        condition.column(),
                                        new SetValue.Literal(in.values().get(0)),
                                        clock))
                        .ifPresent(assignments::add);
            }
        }
        checkThatAPaymentPays(paidWhen, assignments);
        configured
                .amountColumn()
                .flatMap(name -> faults.attempt("amount-column", () -> table.column(name)))
                .filter(column ->
                        !column.type().kind().isNumber() && column.type().kind() != ValueKind.FLOAT)
                .ifPresent(column -> faults.add("amount-column", column + " holds no number"));
        Optional<TypedColumn> group = configured
                .groupColumn()
                .flatMap(name -> faults.attempt("payment-group-column", () -> table.column(name)));
        return new PaymentSql(paidWhen, assignments, group);
    }

    /** A payment that left its order unpaid would be taken again and again. */
    private void checkThatAPaymentPays(List<NamedCondition> paidWhen, List<Assignment> assignments) {
        for (NamedCondition condition : paidWhen) {
            assignments.stream()
                    .filter(one -> one.column().equals(condition.column()))
                    .filter(one -> GuardProof.excludes(condition, one.value()))
                    .forEach(one -> faults.below("on-paid")
                            .add(
                                    configuredName(one),
                                    "sets a value that paid-when excludes: no payment would make an order paid"));
        }
    }

    /** As the configuration spells the column: catalogs fold names. */
    private String configuredName(Assignment assignment) {
        String name = assignment.column().name();
        return rule.paymentMapping().onPaid().keySet().stream()
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .orElse(name);
    }
}

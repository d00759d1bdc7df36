package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Deadline;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Term;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.time.TimeColumnSql;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Arms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** When an order runs out, as SQL on alias {@code o}. Cut-offs are instants, converted in Java by each column's own kind. */
public final class DeadlineSql {
    private static final Sql NO = Sql.text("0");
    private static final Sql YES = Sql.text("1");

    private final Deadline deadline;
    private final Optional<TimeColumnSql> due;
    private final Optional<TimeColumnSql> created;
    private final TermCases configured;
    private final Optional<TermTable> table;

    DeadlineSql(
            Deadline deadline,
            Optional<TimeColumnSql> due,
            Optional<TimeColumnSql> created,
            TermCases configured,
            Optional<TermTable> table) {
        this.deadline = deadline;
        this.due = due;
        this.created = created;
        this.configured = configured;
        this.table = table;
    }

    /** Reads terms of another table again where they are too old; not inside a transaction. */
    public void refresh(Database database) {
        table.ifPresent(terms -> terms.refresh(database));
    }

    /** This as it stands now: for statements that must all judge by the same terms. */
    DeadlineSql fixed() {
        return table.isEmpty() ? this : new DeadlineSql(deadline, due, created, terms(), Optional.empty());
    }

    /** The rule's arms, as its terms stand now. */
    public List<Arm> arms(Rule rule, List<String> openStatuses) {
        return Arms.of(rule, openStatuses, terms().further());
    }

    private TermCases terms() {
        return table.map(TermTable::current).orElse(configured);
    }

    /** The deadline column. */
    public Optional<TimeColumnSql> due() {
        return due;
    }

    /** The column of the order's making. */
    public Optional<TimeColumnSql> created() {
        return created;
    }

    /** The column that an arm's range runs over. */
    public TimeColumnSql column(Arm arm) {
        return (arm.basis() == Arm.Basis.DUE ? due : created).orElseThrow();
    }

    /** The order's due time plus grace lies at or before now: all arms at once, for one row. */
    public Sql overdue(Instant now) {
        Instant cutoff = now.minus(deadline.grace());
        List<Sql> ways = new ArrayList<>();
        due.ifPresent(column -> ways.add(Sql.and(List.of(atMost(column, cutoff), notNever()))));
        created.ifPresent(column -> {
            TermCases terms = terms();
            Sql ran = terms.choose(i -> ran(column, cutoff, terms.term(i))).then(" = 1");
            ways.add(due.map(d -> Sql.and(List.of(d.notReal("o"), ran))).orElse(ran));
        });
        return Sql.or(ways);
    }

    /** The same for the orders of one arm: a range of one index, then what the index cannot tell. */
    public Sql overdue(Arm arm, Instant now, Optional<Instant> since) {
        Instant cutoff = now.minus(deadline.grace());
        TimeColumnSql column = column(arm);
        List<Sql> all = new ArrayList<>();
        all.add(atMost(column, cutoff.minus(arm.shortest())));
        since.ifPresent(start -> all.add(
                after(column, start.minus(deadline.grace()).minus(longest(arm)).minusNanos(1))));
        if (arm.basis() == Arm.Basis.DUE) {
            all.add(notNever());
        } else {
            due.ifPresent(d -> all.add(d.notReal("o")));
            TermCases terms = terms();
            all.add(terms.choose(i -> !arm.terms().contains(i)
                            ? NO
                            : length(terms.term(i)).equals(arm.shortest()) ? YES : ran(column, cutoff, terms.term(i)))
                    .then(" = 1"));
        }
        return Sql.and(all);
    }

    /** Rows whose range column comes next after a moment for a term of this length; index columns only. */
    public Sql next(Arm arm, Instant after, Duration length) {
        TimeColumnSql column = column(arm);
        List<Sql> all = new ArrayList<>();
        all.add(after(column, after.minus(deadline.grace()).minus(length)));
        if (arm.basis() == Arm.Basis.CREATED) {
            due.ifPresent(d -> all.add(d.notReal("o")));
        }
        return Sql.and(all);
    }

    /** The distinct lengths of an arm's terms; zero for a deadline column. */
    public List<Duration> lengths(Arm arm) {
        return arm.basis() == Arm.Basis.DUE
                ? List.of(Duration.ZERO)
                : arm.terms().stream()
                        .map(index -> length(terms().term(index)))
                        .distinct()
                        .toList();
    }

    /** Made longer ago than {@code max-age}; empty where there is no such limit. */
    public Optional<Sql> tooOld(Instant now) {
        return deadline.maxAge()
                .flatMap(age ->
                        created.map(column -> atMost(column, now.minus(age).minusNanos(1))));
    }

    /** Which term the order has, as {@link Arm#terms} counts them. */
    public Sql term() {
        return terms().choose(i -> Sql.text(Integer.toString(i)));
    }

    /** When an order with these times and that term runs out, grace not included. */
    public Optional<Instant> dueAt(Optional<Instant> ownDue, Optional<Instant> createdAt, int term) {
        if (ownDue.isPresent()) {
            return term != configured.fallback() && terms().term(term).isNever() ? Optional.empty() : ownDue;
        }
        return createdAt.flatMap(start -> terms().term(term).length().map(start::plus));
    }

    /** Why an order never runs out; empty where it does. */
    public Optional<String> never(Optional<Instant> ownDue, Optional<Instant> createdAt, int term) {
        if (dueAt(ownDue, createdAt, term).isPresent()) {
            return Optional.empty();
        }
        if (terms().term(term).isNever() && (ownDue.isPresent() || created.isPresent())) {
            return Optional.of("never runs out: " + name(term) + " says never");
        }
        return Optional.of(created.map(
                        column -> "has no created time in `" + column.column().name() + "`")
                .orElseGet(() ->
                        "has no deadline in `" + due.orElseThrow().column().name() + "`"));
    }

    /** Added to the due time before the order is closed. */
    public Duration grace() {
        return deadline.grace();
    }

    private String name(int term) {
        return term < configured.fallback()
                ? "timeouts-by[" + term + "]"
                : term == configured.fallback() ? "timeout" : "timeouts-from";
    }

    private Sql notNever() {
        TermCases terms = terms();
        return terms.holdBack()
                ? terms.choose(i -> i != terms.fallback() && terms.term(i).isNever() ? NO : YES)
                        .then(" = 1")
                : Sql.text("1 = 1");
    }

    /** Whether an order with that term has run out, as a flag. */
    private static Sql ran(TimeColumnSql column, Instant cutoff, Term term) {
        return term.length()
                .map(length -> Flag.of(atMost(column, cutoff.minus(length))))
                .orElse(NO);
    }

    private static Duration length(Term term) {
        return term.length().orElse(Duration.ZERO);
    }

    private Duration longest(Arm arm) {
        return lengths(arm).stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }

    private static Sql after(TimeColumnSql column, Instant cutoff) {
        return column.after("o", cutoff.isBefore(Instant.EPOCH) ? Instant.EPOCH : cutoff);
    }

    /** No real time lies before 1970; and such a cut-off may be one that no database can hold. */
    private static Sql atMost(TimeColumnSql column, Instant cutoff) {
        return cutoff.isBefore(Instant.EPOCH) ? Sql.text("1 = 0") : column.atMost("o", cutoff);
    }
}

package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Deadline;
import io.github.ordertimeout.config.Term;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.time.TimeColumnSql;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Arms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** When an order runs out, as SQL on alias {@code o}. Cut-offs are instants, converted in Java by each column's own kind. */
public final class DeadlineSql {
    private static final Sql NO = Sql.text("0");
    private static final Sql YES = Sql.text("1");

    private final Deadline deadline;
    private final Optional<TimeColumnSql> due;
    private final Optional<TimeColumnSql> created;
    private final List<Sql> matches;
    private final List<Term> terms;

    DeadlineSql(Deadline deadline, Optional<TimeColumnSql> due, Optional<TimeColumnSql> created, List<Sql> matches) {
        this.deadline = deadline;
        this.due = due;
        this.created = created;
        this.matches = List.copyOf(matches);
        this.terms = Arms.terms(deadline);
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
            Sql ran = Flag.firstOf(matches, outcomes(i -> ran(column, cutoff, i)), ran(column, cutoff, matches.size()))
                    .then(" = 1");
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
            all.add(ofArm(arm, i -> length(i).equals(arm.shortest()) ? YES : ran(column, cutoff, i)));
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
                : arm.terms().stream().map(this::length).distinct().toList();
    }

    /** Made longer ago than {@code max-age}; empty where there is no such limit. */
    public Optional<Sql> tooOld(Instant now) {
        return deadline.maxAge()
                .flatMap(age ->
                        created.map(column -> atMost(column, now.minus(age).minusNanos(1))));
    }

    /** Which term the order has: the number of the first matching entry of {@code timeouts-by}, else how many there are. */
    public Sql term() {
        return Flag.firstOf(
                matches, outcomes(i -> Sql.text(Integer.toString(i))), Sql.text(Integer.toString(matches.size())));
    }

    /** When an order with these times and that term runs out, grace not included. */
    public Optional<Instant> dueAt(Optional<Instant> ownDue, Optional<Instant> createdAt, int term) {
        if (ownDue.isPresent()) {
            return term < matches.size() && terms.get(term).isNever() ? Optional.empty() : ownDue;
        }
        return createdAt.flatMap(start -> terms.get(term).length().map(start::plus));
    }

    /** Why an order never runs out; empty where it does. */
    public Optional<String> never(Optional<Instant> ownDue, Optional<Instant> createdAt, int term) {
        if (dueAt(ownDue, createdAt, term).isPresent()) {
            return Optional.empty();
        }
        if (terms.get(term).isNever() && (ownDue.isPresent() || created.isPresent())) {
            return Optional.of("never runs out: " + (term < matches.size() ? "timeouts-by[" + term + "]" : "timeout")
                    + " says never");
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

    private Sql notNever() {
        return deadline.timeoutsBy().stream().anyMatch(entry -> entry.timeout().isNever())
                ? Flag.firstOf(matches, outcomes(i -> terms.get(i).isNever() ? NO : YES), YES)
                        .then(" = 1")
                : Sql.text("1 = 1");
    }

    private Sql ofArm(Arm arm, IntFunction<Sql> outcome) {
        IntFunction<Sql> own = i -> arm.terms().contains(i) ? outcome.apply(i) : NO;
        return Flag.firstOf(matches, outcomes(own), own.apply(matches.size())).then(" = 1");
    }

    private List<Sql> outcomes(IntFunction<Sql> outcome) {
        List<Sql> outcomes = new ArrayList<>();
        for (int i = 0; i < matches.size(); i++) {
            outcomes.add(outcome.apply(i));
        }
        return outcomes;
    }

    /** Whether an order with the i-th term has run out, as a flag. */
    private Sql ran(TimeColumnSql column, Instant cutoff, int i) {
        return terms.get(i)
                .length()
                .map(length -> Flag.of(atMost(column, cutoff.minus(length))))
                .orElse(NO);
    }

    private Duration length(int term) {
        return terms.get(term).length().orElse(Duration.ZERO);
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

package io.github.ordertimeout.jdbc.mapping;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ordertimeout.config.Deadline;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.TermQuery;
import io.github.ordertimeout.config.TimeColumn;
import io.github.ordertimeout.config.TimeKind;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.time.SessionZone;
import io.github.ordertimeout.jdbc.time.TimeColumnSql;
import io.github.ordertimeout.jdbc.time.TimeColumns;
import io.github.ordertimeout.scan.Arms;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Resolves the deadline's columns, zones and terms. */
final class DeadlineMapper {
    private final Table table;
    private final Deadline deadline;
    private final Optional<SessionZone> sessionZone;
    private final Session session;
    private final String rule;
    private final Faults faults;
    private final List<String> warnings;

    /**
     * Takes what it works on.
     *
     * @param sessionZone the database's zone, where it may stand in for one that is not configured
     */
    DeadlineMapper(
            Rule rule,
            Table table,
            Session session,
            Optional<SessionZone> sessionZone,
            Faults faults,
            List<String> warnings) {
        this.rule = rule.name();
        this.table = table;
        this.deadline = rule.deadline();
        this.session = session;
        this.sessionZone = sessionZone;
        this.faults = faults;
        this.warnings = warnings;
    }

    DeadlineSql map() {
        Optional<TimeColumnSql> due = deadline.due().flatMap(column -> time("due-column", column));
        Optional<TimeColumnSql> created = deadline.created().flatMap(column -> time("created-column", column));
        if (deadline.maxAge().isPresent() && deadline.created().isEmpty()) {
            faults.add("max-age", "needs a created-column: age is counted from there");
        }
        TermCases configured = TermCases.configured(terms(), Arms.terms(deadline));
        return new DeadlineSql(
                deadline, due, created, configured, deadline.timeoutsFrom().flatMap(query -> table(query, configured)));
    }

    /** The created column's zone and epoch kind, else the due column's. */
    RuleClock clock() {
        return new RuleClock(
                columns()
                        .flatMap(column -> column.zone().stream())
                        .findFirst()
                        .or(() -> sessionZone.map(SessionZone::zone)),
                columns()
                        .map(TimeColumn::kind)
                        .filter(kind -> kind == TimeKind.EPOCH_SECONDS || kind == TimeKind.EPOCH_MILLIS)
                        .findFirst());
    }

    private Stream<TimeColumn> columns() {
        return Stream.concat(deadline.created().stream(), deadline.due().stream());
    }

    private Optional<TimeColumnSql> time(String key, TimeColumn configured) {
        return faults.attempt(key, () -> table.column(configured.name()))
                .flatMap(column ->
                        faults.attempt(key, () -> TimeColumns.of(column, configured.kind(), zone(column, configured))));
    }

    private Optional<ZoneId> zone(TypedColumn column, TimeColumn configured) {
        if (configured.zone().isPresent() || !TimeColumns.needsZone(column, configured.kind())) {
            return configured.zone();
        }
        sessionZone.ifPresent(zone -> warnings.add("time-zone is not set: times of `" + column.name() + "` are read in "
                + zone.description() + "; set time-zone to say which zone the shop writes"));
        return sessionZone.map(SessionZone::zone);
    }

    private Optional<TermTable> table(TermQuery query, TermCases configured) {
        Faults below = faults.below("timeouts-from");
        return below.attempt("column", () -> table.column(query.column()))
                .flatMap(column -> below.attempt(
                        "query",
                        () -> TermTable.open(rule, query, column, configured, session, Ticker.systemTicker())));
    }

    private List<Sql> terms() {
        List<Sql> terms = new ArrayList<>();
        for (int i = 0; i < deadline.timeoutsBy().size(); i++) {
            terms.add(Sql.and(SelectionMapper.conditions(
                            table, deadline.timeoutsBy().get(i).where(), faults.below("timeouts-by[" + i + "].where"))
                    .stream()
                    .map(NamedCondition::sql)
                    .toList()));
        }
        return terms;
    }
}

package io.github.ordertimeout.jdbc.close;

import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.jdbc.mapping.Assignment;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.mapping.Flag;
import io.github.ordertimeout.jdbc.mapping.NamedCondition;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.mapping.StatusValues;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The statements of a close on the orders' table. */
final class ClosingSql {
    private final RuleMapping mapping;
    private final OrderSelect select;

    ClosingSql(RuleMapping mapping, OrderSelect select) {
        this.mapping = mapping;
        this.select = select;
    }

    /** The statements of one transaction: all of them judge by the same terms. */
    ClosingSql ofOneTransaction() {
        RuleMapping fixed = mapping.withFixedTerms();
        return fixed == mapping ? this : new ClosingSql(fixed, select);
    }

    /** Whether the conditions hold trusted SQL, which may look elsewhere than into the order's row. */
    boolean readsOtherTables() {
        return mapping.rule().selection().whereSql().isPresent()
                || mapping.rule().selection().paidEvidenceSql().isPresent();
    }

    /** Every condition of the rule, so that what changed since the scan is not closed; locked rows are skipped. */
    Sql lock(List<String> ids, Instant now, CloseCause cause) {
        return Sql.text("SELECT ")
                .then(select.list(Sql.text("0")))
                .then(mapping.fromById())
                .then(" WHERE ")
                .then(mapping.idIn(ids))
                .then(" AND ")
                .then(closable(now, cause.dueRequired()))
                .then(" ORDER BY ")
                .then(mapping.id().of("o"))
                .then(mapping.dialect().forUpdate("o"));
    }

    /** Waits for whoever holds these orders; tells nothing but that they are held by nobody else now. */
    Sql await(List<String> ids) {
        return Sql.text("SELECT ")
                .then(mapping.id().of("o"))
                .then(mapping.fromById())
                .then(" WHERE ")
                .then(mapping.idIn(ids))
                .then(" AND ")
                .then(mapping.pinned())
                .then(" ORDER BY ")
                .then(mapping.id().of("o"))
                .then(mapping.dialect().forUpdateWaiting("o"));
    }

    /**
     * Repeats status and deadline though the rows are locked: a second look costs nothing. {@code where} too, since it may pin
     * the rest of a composite key; {@code where-sql} not, since MySQL reads no table that it updates.
     */
    Sql update(List<String> ids, CloseMoment moment, CloseCause cause) {
        StatusValues status = mapping.status();
        List<Sql> set = new ArrayList<>();
        for (Assignment assignment : mapping.assignments()) {
            set.add(assignment.sql(moment));
        }
        status.closed()
                .ifPresent(closed -> set.add(
                        status.column().sql().then(" = ").then(status.column().bind(closed))));
        List<Sql> conditions = new ArrayList<>();
        conditions.add(mapping.idIn(ids));
        conditions.add(status.isOpen("o"));
        if (cause.dueRequired()) {
            conditions.add(mapping.deadline().overdue(moment.now()));
        }
        mapping.selection().where().stream().map(NamedCondition::sql).forEach(conditions::add);
        return Sql.text("UPDATE " + mapping.table().quoted() + " o" + mapping.byId() + " SET ")
                .then(Sql.join(", ", set))
                .then(" WHERE ")
                .then(Sql.and(conditions));
    }

    /** How these orders stand now: open, with signs of a payment, still closable. */
    Sql state(List<String> ids, Instant now, CloseCause cause) {
        return Sql.text("SELECT ")
                .then(mapping.id().of("o"))
                .then(", ")
                .then(mapping.status().column().of("o"))
                .then(", ")
                .then(Flag.of(mapping.status().isOpen("o")))
                .then(", ")
                .then(Flag.of(Sql.and(List.of(
                        mapping.selection().wanted(now), mapping.selection().paid(now)))))
                .then(", ")
                .then(Flag.of(closable(now, cause.dueRequired())))
                .then(mapping.from())
                .then(" WHERE ")
                .then(mapping.idIn(ids))
                .then(" AND ")
                .then(mapping.pinned());
    }

    private Sql closable(Instant now, boolean dueRequired) {
        List<Sql> all = new ArrayList<>();
        all.add(mapping.status().isOpen("o"));
        if (dueRequired) {
            all.add(mapping.deadline().overdue(now));
            mapping.deadline().tooOld(now).ifPresent(tooOld -> all.add(Flag.not(tooOld)));
        }
        all.add(mapping.selection().wanted(now));
        all.add(Flag.not(mapping.selection().paid(now)));
        return Sql.and(all);
    }
}

package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.jdbc.catalog.Faults;
import java.util.List;

/** Proves that a close falsifies its own guard: a rule whose close left its order open would release on every pass. */
final class GuardProof {
    private final StatusValues status;
    private final List<NamedCondition> where;
    private final List<Assignment> assignments;
    private final Faults faults;

    GuardProof(StatusValues status, List<NamedCondition> where, List<Assignment> assignments, Faults faults) {
        this.status = status;
        this.where = where;
        this.assignments = assignments;
        this.faults = faults;
    }

    void demand() {
        status.paid().stream()
                .filter(status::open)
                .findFirst()
                .ifPresent(both -> faults.add(
                        "paid-status",
                        "'" + both + "' is an open-status too: an order cannot wait for payment and be paid"));
        status.closed()
                .filter(status::paid)
                .ifPresent(both -> faults.add(
                        "closed-status", "'" + both + "' is a paid-status too: closed orders would count as paid"));
        if (status.closed().isPresent() && !status.open(status.closed().get())) {
            return;
        }
        if (assignments.stream().anyMatch(assignment -> excluded(assignment, where))) {
            return;
        }
        faults.add(
                "closed-status",
                (status.closed()
                                .map(both -> "'" + both + "' is an open-status too")
                                .orElse("it is empty"))
                        + ", so a closed order would stay open and be closed again and again; set one that is not open, or let"
                        + " on-close set a literal that a where then excludes");
    }

    /** Whether one of the conditions certainly leaves out a row once this was set. */
    static boolean excluded(Assignment assignment, List<NamedCondition> where) {
        return where.stream()
                .filter(condition -> condition.column().equals(assignment.column()))
                .anyMatch(condition -> excludes(condition, assignment.value()));
    }

    /** Whether the condition certainly leaves out a row that holds what was set. */
    static boolean excludes(NamedCondition condition, SetValue value) {
        if (value instanceof SetValue.Literal literal) {
            return ConditionLogic.excludes(condition.condition(), condition.column(), literal.text());
        }
        if (value instanceof SetValue.Null) {
            return ConditionLogic.excludesNull(condition.condition());
        }
        return (value instanceof SetValue.Now || value instanceof SetValue.Increment)
                && ConditionLogic.excludesEverythingButNull(condition.condition(), condition.column());
    }
}

package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.ArrayList;
import java.util.List;

/**
 * What a close leaves on an order's row, on alias {@code o}: its closed status; or, where that is none, what {@code on-close} sets
 * and a {@code where} then excludes, with the status still open.
 *
 * @param arms conditions of which one holds; each with one status, so that each is a range of an index that begins with it
 */
public record CloseMark(List<Sql> arms) {
    /** Copies the list. */
    public CloseMark {
        arms = List.copyOf(arms);
    }

    /** What a close by this rule leaves. */
    public static CloseMark of(RuleMapping rule) {
        StatusValues status = rule.status();
        if (status.closed().filter(closed -> !status.open(closed)).isPresent()) {
            return new CloseMark(List.of(is(status, status.closed().get())));
        }
        List<Sql> flags = new ArrayList<>();
        for (Assignment assignment : rule.assignments()) {
            if (GuardProof.excluded(assignment, rule.selection().where())) {
                flags.add(flag(assignment));
            }
        }
        return new CloseMark(status.open().stream()
                .map(open -> {
                    List<Sql> all = new ArrayList<>(flags);
                    all.add(0, is(status, open));
                    return Sql.and(all);
                })
                .toList());
    }

    /** The row bears it; may be null, so wrap it in {@link Flag}. */
    public Sql holds() {
        return Sql.or(arms);
    }

    private static Sql is(StatusValues status, String value) {
        return status.column().of("o").then(" = ").then(status.column().bind(value));
    }

    private static Sql flag(Assignment assignment) {
        Sql column = assignment.column().of("o");
        if (assignment.value() instanceof SetValue.Literal literal) {
            return column.then(" = ").then(assignment.column().bind(literal.text()));
        }
        return column.then(assignment.value() instanceof SetValue.Null ? " IS NULL" : " IS NOT NULL");
    }
}

package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.jdbc.mapping.Flag;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What an order says now, as a rule reads it.
 *
 * @param number its number
 * @param open whether the rule would look at it: its status is open, and {@code where} holds, which a close that sets no status
 *     would have kept it from
 * @param paid whether it is paid
 */
record State(Optional<String> number, boolean open, boolean paid) {
    static final State GONE = new State(Optional.empty(), false, false);

    /** Behind the id. */
    static List<Sql> columns(RuleMapping rule, Instant now) {
        return List.of(
                rule.columns().number().map(column -> column.of("o")).orElse(Sql.text("NULL")),
                rule.status().column().of("o"),
                Flag.of(Sql.and(
                        List.of(rule.status().isOpen("o"), rule.selection().wanted(now)))),
                Flag.of(rule.payment().isPaid()));
    }

    static State read(RuleMapping rule, ResultSet row) throws SQLException {
        Optional<String> number = rule.columns().number().isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(rule.columns().number().get().canonicalText(row, 2));
        String status = Objects.requireNonNullElse(rule.status().column().canonicalText(row, 3), "");
        return new State(
                number, Flag.read(row, 4), Flag.read(row, 5) || rule.status().paid(status));
    }

    State or(State other) {
        return new State(number.or(other::number), open || other.open, paid || other.paid);
    }
}

package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.List;
import java.util.Optional;

/**
 * What the status column's values mean, as canonical texts.
 *
 * @param column the column
 * @param open waiting for payment
 * @param closed what a close sets; empty where {@code on-close} marks the close
 * @param paid paid
 */
public record StatusValues(TypedColumn column, List<String> open, Optional<String> closed, List<String> paid) {
    /** Copies the lists. */
    public StatusValues {
        open = List.copyOf(open);
        paid = List.copyOf(paid);
    }

    /** One of the open ones. */
    public Sql isOpen(String alias) {
        return open.size() == 1
                ? column.of(alias).then(" = ").then(column.bind(open.get(0)))
                : column.of(alias).then(" IN ").then(ConditionSql.list(column, open));
    }

    /** Whether a status read is an open one. */
    public boolean open(String status) {
        return among(open, status);
    }

    /** Whether a status read is the closed one. */
    public boolean closed(String status) {
        return closed.isPresent() && column.same(closed.get(), status);
    }

    /** Whether a status read is a paid one. */
    public boolean paid(String status) {
        return among(paid, status);
    }

    boolean among(List<String> values, String status) {
        return values.stream().anyMatch(value -> column.same(value, status));
    }
}

package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.List;
import java.util.Optional;

/**
 * What makes an order a paid one.
 *
 * @param paidWhen conditions of a paid order, ANDed, where paid is another column than the status
 * @param assignments what a payment sets beside the status, those that read the row first
 * @param group orders with one value here are paid together
 */
public record PaymentSql(List<NamedCondition> paidWhen, List<Assignment> assignments, Optional<TypedColumn> group) {
    /** Copies the lists. */
    public PaymentSql {
        paidWhen = List.copyOf(paidWhen);
        assignments = List.copyOf(assignments);
    }

    /** Whether {@code paid-when} holds, on alias {@code o}; false where there is none. */
    public Sql isPaid() {
        return paidWhen.isEmpty()
                ? Sql.or(List.of())
                : Sql.and(paidWhen.stream().map(NamedCondition::sql).toList());
    }
}

package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.order.OrderKey;
import java.util.Optional;

/**
 * One thing that is amiss with one order.
 *
 * @param kind what
 * @param order whose
 * @param number what people call the order, where a rule of its table names a number column and the order is still there
 * @param detail what else is known: releases, amounts; empty where nothing is
 */
public record AuditFault(FaultKind kind, OrderKey order, Optional<String> number, String detail) {
    /** The order as a person finds it: {@code 2024001 (id 42)}, or the id alone. */
    public String named() {
        return number.map(so -> so + " (id " + order.id() + ")").orElse(order.id());
    }

    /** As a finding of its own. */
    public Finding finding() {
        return new Finding(
                kind.severity(),
                kind.code(),
                "Order " + named() + " of `" + order.source() + "`: " + kind.what()
                        + (detail.isEmpty() ? "" : " (" + detail + ")"),
                kind.advice());
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.PayableOrders;
import io.github.ordertimeout.transaction.TransactionContext;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Orders that are paid together. What came in for several of them under one reference is one payment: it is owed back once, under
 * the name of the first order of the group.
 *
 * @param keys its orders, the first one first, always in the same order; one alone where the order is paid alone
 */
record PaymentGroup(List<OrderKey> keys) {
    /** The group of an order that was read with the rule's columns. */
    static PaymentGroup of(Rule rule, PayableOrders orders, OrderSnapshot order, TransactionContext transaction) {
        return value(rule, order)
                .map(group -> orders.idsOfGroup(group, transaction).stream()
                        .sorted(Comparator.naturalOrder())
                        .map(id -> new OrderKey(order.key().source(), id))
                        .toList())
                .filter(keys -> keys.contains(order.key()))
                .map(PaymentGroup::new)
                .orElseGet(() -> new PaymentGroup(List.of(order.key())));
    }

    /** Nothing and 0 are no group: shops write them for orders that are paid alone. */
    static Optional<String> value(Rule rule, OrderSnapshot order) {
        return rule.paymentMapping()
                .groupColumn()
                .map(order.columns()::get)
                .map(String::valueOf)
                .filter(group -> !group.isBlank() && !group.matches("[0.]+"));
    }

    /** The order under whose name the group's payments are given back. */
    OrderKey first() {
        return keys.get(0);
    }
}

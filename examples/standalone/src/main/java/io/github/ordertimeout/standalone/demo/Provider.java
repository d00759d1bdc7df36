package io.github.ordertimeout.standalone.demo;

import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.settle.RefundAnswer;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.settle.RefundRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * A payment provider of the demo: takes money in time, too late and twice, tells the shop each time and each time twice, and gives
 * back what it is asked to give back.
 */
final class Provider implements RefundIssuer {
    private static final int OF_EACH_KIND = 20;

    private final DemoDatabase database;

    Provider(DemoDatabase database) {
        this.database = database;
    }

    /** Buyers pay orders that have time left, some of them twice, and orders that were closed a moment ago. */
    void callbacks(List<DemoOrder> orders, PaymentGuard guard) throws SQLException {
        try (Connection connection = database.connect()) {
            for (DemoOrder order : first(orders, Role.NOT_DUE)) {
                pay(connection, guard, order, "intime-" + order.id());
                if (order.id() % 2 == 0) {
                    pay(connection, guard, order, "again-" + order.id());
                }
            }
            for (DemoOrder order : first(orders, Role.OVERDUE)) {
                pay(connection, guard, order, "late-" + order.id());
            }
        }
    }

    private static List<DemoOrder> first(List<DemoOrder> orders, Role role) {
        return orders.stream()
                .filter(order -> order.role() == role)
                .limit(OF_EACH_KIND)
                .toList();
    }

    private static void pay(Connection connection, PaymentGuard guard, DemoOrder order, String reference)
            throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO provider_payment (reference, order_id) VALUES (?, ?)")) {
            insert.setString(1, reference);
            insert.setLong(2, order.id());
            insert.executeUpdate();
        }
        guard.confirm(order.number(), reference);
        guard.confirm(order.number(), reference);
    }

    @Override
    public RefundAnswer refund(RefundRequest request) {
        try (Connection connection = database.connect();
                PreparedStatement refund = connection.prepareStatement(
                        "UPDATE provider_payment SET refunds = refunds + 1 WHERE reference = ?")) {
            refund.setString(1, request.reference());
            return refund.executeUpdate() == 1
                    ? RefundAnswer.refunded()
                    : RefundAnswer.notYet("the provider knows no payment " + request.reference());
        } catch (SQLException e) {
            throw new IllegalStateException("Payment " + request.reference() + " could not be given back", e);
        }
    }
}

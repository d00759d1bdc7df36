package io.github.ordertimeout.standalone.demo;

import io.github.ordertimeout.check.CheckContext;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.order.OrderSnapshot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pays a few orders over a connection of its own at the worst moment: after the scan has found them overdue, before they are
 * closed. It objects to nothing: the close itself has to notice.
 */
final class LateBuyers implements ClosePolicy {
    private final DemoDatabase database;
    private final Set<String> ids;

    LateBuyers(DemoDatabase database, List<DemoOrder> orders) {
        this.database = database;
        this.ids = orders.stream()
                .filter(order -> order.role() == Role.PAID_MEANWHILE)
                .map(order -> String.valueOf(order.id()))
                .collect(Collectors.toSet());
    }

    @Override
    public Verdict judge(OrderSnapshot order, CheckContext context) {
        if (ids.contains(order.id())) {
            try {
                pay(Long.parseLong(order.id()));
            } catch (SQLException e) {
                throw new IllegalStateException("Order " + order.id() + " could not be paid", e);
            }
        }
        return Verdict.close();
    }

    private void pay(long id) throws SQLException {
        try (Connection connection = database.connect();
                PreparedStatement paid = connection.prepareStatement("UPDATE shop_order SET status = 1,"
                        + " payment_time = CURRENT_TIMESTAMP(3) WHERE id = ? AND status = 0");
                PreparedStatement payment =
                        connection.prepareStatement("INSERT INTO payment VALUES (?, CURRENT_TIMESTAMP(3))")) {
            connection.setAutoCommit(false);
            paid.setLong(1, id);
            if (paid.executeUpdate() == 1) {
                payment.setLong(1, id);
                payment.executeUpdate();
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }
}

package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells, after the commit, why the locking read did not return some orders of a batch. */
final class LostOrders {
    private final Rule rule;
    private final OrderRows rows;
    private final MemoryDatabase database;

    LostOrders(Rule rule, OrderRows rows, MemoryDatabase database) {
        this.rule = rule;
        this.rows = rows;
        this.database = database;
    }

    Map<String, NotClosed> classify(List<OrderSnapshot> orders, CloseBatch batch) {
        try {
            return now(orders, batch);
        } catch (MemoryDatabaseException e) {
            // What was closed is committed and must be told; these come back soon.
            Map<String, NotClosed> reasons = new LinkedHashMap<>();
            orders.forEach(order -> reasons.put(order.id(), new NotClosed.Busy("its row could not be read again")));
            return reasons;
        }
    }

    /** The same, which throws where the rows cannot be read. */
    Map<String, NotClosed> now(List<OrderSnapshot> orders, CloseBatch batch) {
        Map<String, NotClosed> reasons = new LinkedHashMap<>();
        if (!orders.isEmpty()) {
            Map<String, MemoryRow> found = read(orders);
            orders.forEach(order -> reasons.put(order.id(), reason(found.get(order.id()), batch)));
        }
        return reasons;
    }

    private Map<String, MemoryRow> read(List<OrderSnapshot> orders) {
        Set<String> ids = new HashSet<>();
        orders.forEach(order -> ids.add(order.id()));
        Map<String, MemoryRow> found = new HashMap<>();
        try (MemoryTransaction transaction = database.begin()) {
            transaction.select(rule.table(), row -> ids.contains(row.key())).forEach(row -> found.put(row.key(), row));
        }
        return found;
    }

    private NotClosed reason(@Nullable MemoryRow row, CloseBatch batch) {
        if (row == null) {
            return new NotClosed.LostRace(Optional.empty(), false);
        }
        if (rows.isClosable(row, batch.now(), batch.cause().dueRequired())) {
            return new NotClosed.Busy("the order's row is locked");
        }
        if (rows.isOpen(row) && rows.isSelected(row) && rows.showsPayment(row)) {
            return new NotClosed.Inconsistent();
        }
        boolean expected = rows.isOpen(row) || rows.isClosed(row) || rows.isPaid(row);
        return new NotClosed.LostRace(Optional.of(rows.status(row)), expected);
    }
}

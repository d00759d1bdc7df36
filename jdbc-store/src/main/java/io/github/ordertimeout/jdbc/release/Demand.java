package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.order.OrderSnapshot;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What a batch gives back to one stock row.
 *
 * @param row the stock row
 * @param quantity the sum of its lines
 * @param orders whose lines they are
 */
record Demand(Key row, BigDecimal quantity, Map<String, OrderSnapshot> orders) {
    private static final int NAMED = 5;

    /** One demand per stock row, in the order in which rows are locked; a line whose key has no row is left out. */
    static List<Demand> sum(List<Line> lines, Map<Key, Key> rows, KeySql rowKey) {
        Map<Key, Sum> sums = new HashMap<>();
        for (Line line : lines) {
            StockFinder.rowOf(line, rows)
                    .ifPresent(
                            row -> sums.computeIfAbsent(row, key -> new Sum()).add(line));
        }
        return rowKey.inOrder(sums.keySet()).stream()
                .map(row -> Objects.requireNonNull(sums.get(row)).of(row))
                .toList();
    }

    private static final class Sum {
        private final Map<String, OrderSnapshot> orders = new LinkedHashMap<>();
        private BigDecimal quantity = BigDecimal.ZERO;

        Demand of(Key row) {
            return new Demand(row, quantity, orders);
        }

        void add(Line line) {
            quantity = quantity.add(line.quantity());
            orders.put(line.order().id(), line.order());
        }
    }

    /** The orders as a person reads them. */
    String ordersNamed() {
        String names = orders.values().stream()
                .limit(NAMED)
                .map(OrderSnapshot::displayName)
                .collect(Collectors.joining(", "));
        int more = orders.size() - NAMED;
        return (orders.size() == 1 ? "order " : "orders ") + names + (more > 0 ? " and " + more + " more" : "");
    }

    /** The quantity as a person reads it. */
    String quantityText() {
        return plain(quantity);
    }

    static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}

package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.order.OrderSnapshot;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        Map<Key, Demand> demands = new TreeMap<>(rowKey.order());
        for (Line line : lines) {
            StockFinder.rowOf(line, rows)
                    .ifPresent(row -> demands.merge(
                            row,
                            new Demand(row, line.quantity(), Map.of(line.order().id(), line.order())),
                            Demand::plus));
        }
        return List.copyOf(demands.values());
    }

    private Demand plus(Demand other) {
        Map<String, OrderSnapshot> all = new LinkedHashMap<>(orders);
        all.putAll(other.orders);
        return new Demand(row, quantity.add(other.quantity), all);
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

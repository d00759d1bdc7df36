package io.github.ordertimeout.memory;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.Rule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads what orders hold: their items, as units of stock rows. */
final class StockLines {
    private static final String OF_ORDER = "order.";
    private final Rule rule;
    private final Inventory inventory;

    StockLines(Rule rule, Inventory inventory) {
        this.rule = rule;
        this.inventory = inventory;
    }

    /** The lines of these orders; one that holds no unit any more is left out. */
    List<Line> of(MemoryTransaction transaction, Collection<String> ids) {
        Set<String> wanted = Set.copyOf(ids);
        Map<String, List<MemoryRow>> ordersByKey =
                transaction.select(rule.table(), row -> wanted.contains(row.key())).stream()
                        .filter(order -> !itemKey(order).isEmpty())
                        .collect(Collectors.groupingBy(this::itemKey));
        List<MemoryRow> items = transaction.select(
                inventory.itemTable(),
                item -> ordersByKey.containsKey(item.text(inventory.itemOrderColumn()))
                        && Conditions.all(inventory.itemWhere(), item::get));
        List<Line> lines = new ArrayList<>();
        for (MemoryRow item : items) {
            for (MemoryRow order : ordersByKey.getOrDefault(item.text(inventory.itemOrderColumn()), List.of())) {
                Line line = new Line(order.key(), stockKey(item, order), quantity(item));
                if (line.quantity().filter(units -> units.signum() <= 0).isEmpty()) {
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    /** The values that tell a stock row apart; empty where one of them is null. */
    Optional<List<String>> keyOfStock(MemoryRow stock) {
        return allTexts(stock::get, inventory.stockKeys().keySet());
    }

    private Optional<List<String>> stockKey(MemoryRow item, MemoryRow order) {
        return allTexts(
                column ->
                        column.startsWith(OF_ORDER) ? order.get(column.substring(OF_ORDER.length())) : item.get(column),
                inventory.stockKeys().values());
    }

    private static Optional<List<String>> allTexts(
            Function<String, @Nullable Object> value, Collection<String> columns) {
        List<String> texts = new ArrayList<>();
        for (String column : columns) {
            Object found = value.apply(column);
            if (found == null) {
                return Optional.empty();
            }
            texts.add(Values.text(found));
        }
        return Optional.of(texts);
    }

    /** Empty where the quantity is null; what was given back already is taken off. */
    private Optional<BigDecimal> quantity(MemoryRow item) {
        if (inventory.quantityColumn().isEmpty()) {
            return Optional.of(BigDecimal.ONE);
        }
        BigDecimal minus =
                inventory.minusColumn().flatMap(column -> number(item, column)).orElse(BigDecimal.ZERO);
        return number(item, inventory.quantityColumn().get()).map(quantity -> quantity.subtract(minus));
    }

    private static Optional<BigDecimal> number(MemoryRow row, String column) {
        return Optional.ofNullable(row.get(column)).flatMap(value -> Values.number(Values.text(value)));
    }

    /** What the items of the order point at; empty where that is null. */
    private String itemKey(MemoryRow order) {
        return switch (inventory.itemOrderKey()) {
            case "id" -> order.key();
            case "number" -> rule.numberColumn().map(order::text).orElse("");
            default -> order.text(inventory.itemOrderKey().substring(OF_ORDER.length()));
        };
    }

    /**
     * Units of one stock row that an order holds.
     *
     * @param orderId the order
     * @param stockKey which stock row; empty where a part of its key is null
     * @param quantity how many; empty where that is null
     */
    record Line(String orderId, Optional<List<String>> stockKey, Optional<BigDecimal> quantity) {}
}

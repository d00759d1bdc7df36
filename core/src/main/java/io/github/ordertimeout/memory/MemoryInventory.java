package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.Inventory.Missing;
import io.github.ordertimeout.config.Inventory.Shortage;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.memory.StockLines.Line;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseFailedException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The built-in releaser: sums the units of each stock row, locks the rows in key order, then gives the units back. */
final class MemoryInventory implements InventoryReleaser {
    private final Inventory inventory;
    private final StockLines stockLines;
    private final MemoryLedger ledger;

    MemoryInventory(Rule rule, Inventory inventory, MemoryLedger ledger) {
        this.inventory = inventory;
        this.stockLines = new StockLines(rule, inventory);
        this.ledger = ledger;
    }

    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        releaseAll(List.of(order), context);
    }

    @Override
    public void releaseAll(List<ClosedOrder> orders, ReleaseContext context) {
        if (orders.isEmpty()) {
            return;
        }
        MemoryTransaction transaction = context.unwrap(MemoryTransaction.class);
        List<Line> lines = stockLines.of(
                transaction, orders.stream().map(order -> order.order().id()).toList());
        Map<List<String>, BigDecimal> units = units(lines);
        Map<List<String>, MemoryRow> stock = lockStock(transaction, units.keySet());
        List<Line> missing =
                lines.stream().filter(line -> isMissing(line, stock)).toList();
        missing.forEach(this::missing);
        leftOut(orders, lines, missing, context);
        Map<String, BigDecimal> unitsByRow = new HashMap<>();
        stock.forEach((key, row) -> {
            if (!holdsNull(row)) {
                unitsByRow.put(row.key(), units.getOrDefault(key, BigDecimal.ZERO));
            }
        });
        Assignments set = new Assignments(context.now(), ledger.reason(transaction, orders.get(0)), context.rule());
        transaction.update(
                inventory.stockTable(),
                row -> unitsByRow.containsKey(row.key()),
                row -> givenBack(row, unitsByRow.getOrDefault(row.key(), BigDecimal.ZERO), set));
    }

    private static void leftOut(
            List<ClosedOrder> orders, List<Line> lines, List<Line> missing, ReleaseContext context) {
        for (ClosedOrder order : orders) {
            long left = ofOrder(order, missing);
            if (left > 0) {
                long all = ofOrder(order, lines);
                context.leftOut(order, left + " of " + all + (all == 1 ? " line" : " lines") + " found no stock row");
            }
        }
    }

    private static long ofOrder(ClosedOrder order, List<Line> lines) {
        return lines.stream()
                .filter(line -> line.orderId().equals(order.order().id()))
                .count();
    }

    @Override
    public Set<String> waitingForLocks(List<OrderSnapshot> orders, ReleaseContext context) {
        MemoryTransaction transaction = context.unwrap(MemoryTransaction.class);
        List<Line> lines = stockLines.of(
                transaction, orders.stream().map(OrderSnapshot::id).toList());
        Set<List<String>> wanted = units(lines).keySet();
        Set<List<String>> there = new HashSet<>();
        transaction
                .select(inventory.stockTable(), row -> isWanted(row, wanted))
                .forEach(row -> key(row).ifPresent(there::add));
        transaction
                .selectForUpdateSkipLocked(inventory.stockTable(), row -> isWanted(row, wanted))
                .forEach(row -> key(row).ifPresent(there::remove));
        Set<String> waiting = new HashSet<>();
        lines.stream()
                .filter(line -> line.stockKey().filter(there::contains).isPresent())
                .forEach(line -> waiting.add(line.orderId()));
        return waiting;
    }

    private static Map<List<String>, BigDecimal> units(List<Line> lines) {
        Map<List<String>, BigDecimal> units = new LinkedHashMap<>();
        lines.forEach(line -> line.stockKey()
                .ifPresent(key -> line.quantity().ifPresent(quantity -> units.merge(key, quantity, BigDecimal::add))));
        return units;
    }

    private Map<List<String>, MemoryRow> lockStock(MemoryTransaction transaction, Set<List<String>> wanted) {
        Map<List<String>, MemoryRow> stock = new LinkedHashMap<>();
        for (MemoryRow row : transaction.selectForUpdate(inventory.stockTable(), row -> isWanted(row, wanted))) {
            List<String> key = key(row).orElseThrow();
            if (stock.put(key, row) != null) {
                throw new ReleaseFailedException("Table \"" + inventory.stockTable() + "\" holds more than one row for "
                        + inventory.stockKeys().keySet() + " = " + key + "; stock-keys must be unique in stock");
            }
        }
        return stock;
    }

    private boolean isWanted(MemoryRow stock, Set<List<String>> wanted) {
        return key(stock).filter(wanted::contains).isPresent() && Conditions.all(inventory.stockWhere(), stock::get);
    }

    private Optional<List<String>> key(MemoryRow stock) {
        return stockLines.keyOfStock(stock);
    }

    private boolean isMissing(Line line, Map<List<String>, MemoryRow> stock) {
        MemoryRow row = line.stockKey().map(stock::get).orElse(null);
        return row == null || line.quantity().isEmpty() || holdsNull(row);
    }

    private boolean holdsNull(MemoryRow stock) {
        return Stream.of(inventory.reservedColumn(), inventory.availableColumn())
                .flatMap(Optional::stream)
                .anyMatch(column -> stock.get(column) == null);
    }

    private void missing(Line line) {
        if (inventory.missing() == Missing.FAIL) {
            throw new ReleaseFailedException("Order " + line.orderId() + " holds stock "
                    + line.stockKey().map(List::toString).orElse("of an unknown key")
                    + " that table \"" + inventory.stockTable() + "\" has no row or no quantity for (missing: fail)");
        }
    }

    private Map<String, @Nullable Object> givenBack(MemoryRow row, BigDecimal units, Assignments set) {
        Map<String, @Nullable Object> changes = set.changes(row, inventory.stockSet());
        inventory.reservedColumn().ifPresent(column -> changes.put(column, reserved(row, column, units)));
        inventory.availableColumn().ifPresent(column -> changes.put(column, plus(row, column, units)));
        return changes;
    }

    private Number reserved(MemoryRow row, String column, BigDecimal units) {
        Number left = plus(row, column, units.negate());
        if (Values.decimal(left).signum() >= 0 || inventory.shortage() == Shortage.ALLOW) {
            return left;
        }
        if (inventory.shortage() == Shortage.FLOOR) {
            return Values.like(left, BigDecimal.ZERO);
        }
        throw new ReleaseFailedException(new RowId(inventory.stockTable(), row.key()) + " has " + column + " = "
                + row.text(column) + ", too little to give back " + units.toPlainString() + " (short: fail)");
    }

    private static Number plus(MemoryRow row, String column, BigDecimal units) {
        if (row.get(column) instanceof Number number) {
            return Values.like(number, Values.decimal(number).add(units));
        }
        throw new ReleaseFailedException("Column \"" + column + "\" of stock row " + row.key() + " holds no number");
    }
}

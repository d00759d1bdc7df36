package io.github.ordertimeout.simulation;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.memory.MemoryTransaction;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The built-in releaser, sketched for the shop of the simulation. */
record SketchInventory(Inventory inventory, DeliberateBug bug) implements InventoryReleaser {

    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        releaseAll(List.of(order), context);
    }

    @Override
    public void releaseAll(List<ClosedOrder> orders, ReleaseContext context) {
        MemoryTransaction transaction = context.unwrap(MemoryTransaction.class);
        Map<String, Integer> units = units(transaction, orders);
        List<MemoryRow> stock = bug == DeliberateBug.STOCK_NOT_LOCKED
                ? transaction.select("stock", row -> units.containsKey(row.key()))
                : transaction.selectForUpdate("stock", row -> units.containsKey(row.key()));
        if (inventory.missing() == Inventory.Missing.FAIL && stock.size() < units.size()) {
            throw new IllegalStateException("no stock row");
        }
        Map<String, MemoryRow> read = new HashMap<>();
        stock.forEach(row -> read.put(row.key(), row));
        transaction.update("stock", row -> units.containsKey(row.key()), row -> {
            MemoryRow base = bug == DeliberateBug.STOCK_NOT_LOCKED ? read.get(row.key()) : row;
            int given = units.get(row.key());
            return Map.of(
                    "reserved",
                    reserved(Shop.units(base, "reserved") - given),
                    "available",
                    Shop.units(base, "available") + given);
        });
    }

    private Map<String, Integer> units(MemoryTransaction transaction, List<ClosedOrder> orders) {
        Set<String> ids = new HashSet<>();
        orders.forEach(order -> ids.add(order.order().id()));
        Set<String> lines = new HashSet<>();
        Map<String, String> first = new HashMap<>();
        Map<String, Integer> units = new HashMap<>();
        for (MemoryRow item : transaction.select("items", row -> ids.contains(row.text("order_id")))) {
            String sku = item.text("sku");
            String order = item.text("order_id");
            boolean secondLine = !lines.add(order + "/" + sku);
            first.putIfAbsent(sku, order);
            boolean otherOrder = !order.equals(first.get(sku));
            if ((secondLine && bug == DeliberateBug.SECOND_LINE_LOST)
                    || (otherOrder && bug == DeliberateBug.SKU_ONCE_PER_BATCH)) {
                continue;
            }
            units.merge(sku, Shop.units(item, "quantity"), Integer::sum);
        }
        return units;
    }

    private int reserved(int left) {
        if (left >= 0 || inventory.shortage() == Inventory.Shortage.ALLOW) {
            return left;
        }
        if (inventory.shortage() == Inventory.Shortage.FLOOR || bug == DeliberateBug.SHORT_IGNORED) {
            return 0;
        }
        throw new IllegalStateException("too little is reserved");
    }
}

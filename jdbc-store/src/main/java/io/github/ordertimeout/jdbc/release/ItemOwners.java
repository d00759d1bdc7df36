package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether an item's key to its order means that order alone: what it shares with another order would be given back for both. */
record ItemOwners(RuleMapping mapping, Table items) {
    List<String> warnings() {
        Inventory inventory = mapping.rule().inventory().orElseThrow();
        List<String> warnings = new ArrayList<>();
        if (inventory.itemOrderKey().equals("id")) {
            pinned(inventory, warnings);
        } else {
            unique(inventory, warnings);
        }
        return warnings;
    }

    private void pinned(Inventory inventory, List<String> warnings) {
        for (String column : mapping.pinnedColumns()) {
            boolean inItems =
                    items.columns().stream().map(TypedColumn::name).anyMatch(name -> name.equalsIgnoreCase(column));
            boolean said = inventory.itemWhere().keySet().stream().anyMatch(name -> name.equalsIgnoreCase(column));
            if (inItems && !said) {
                warnings.add(
                        "Rule " + mapping.rule().name() + ": an id means one order only where " + mapping.idsAmong()
                                + ", and `" + items.canonicalName() + "` has a column `" + column
                                + "` too: without it in item-where, items of other orders with the same id are given back");
            }
        }
    }

    private void unique(Inventory inventory, List<String> warnings) {
        String written = inventory.itemOrderKey();
        String column = new OrderValues(mapping).named(written).column().name();
        Set<String> fixed = new HashSet<>(mapping.pinnedColumns());
        fixed.add(column);
        boolean unique = mapping.table().uniqueKeys().stream().anyMatch(key -> fixed.containsAll(key.columns()));
        if (!unique) {
            warnings.add("Rule " + mapping.rule().name() + ": no unique index of `"
                    + mapping.table().canonicalName() + "` says that `" + column
                    + "`, the item-order-key, names one order; items of orders that share it are given back for each of"
                    + " them");
        }
    }
}

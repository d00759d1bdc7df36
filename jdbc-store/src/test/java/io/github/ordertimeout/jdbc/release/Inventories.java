package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.SetValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Inventories for tests: {@code items(order_id, sku, qty)} hold {@code stock(id, reserved)}. */
final class Inventories {
    private String items = "items";
    private String orderColumn = "order_id";
    private String orderKey = "id";
    private Optional<String> quantity = Optional.of("qty");
    private Optional<String> minus = Optional.empty();
    private final Map<String, Condition> itemWhere = new LinkedHashMap<>();
    private String stock = "stock";
    private Map<String, String> keys = Map.of("id", "sku");
    private final Map<String, Condition> stockWhere = new LinkedHashMap<>();
    private final Map<String, SetValue> sets = new LinkedHashMap<>();
    private Optional<String> reserved = Optional.of("reserved");
    private Optional<String> available = Optional.empty();
    private Inventory.Shortage shortage = Inventory.Shortage.FAIL;
    private Inventory.Missing missing = Inventory.Missing.SKIP;

    Inventories items(String table) {
        items = table;
        return this;
    }

    Inventories orderedBy(String column, String key) {
        orderColumn = column;
        orderKey = key;
        return this;
    }

    Inventories quantity(String column) {
        quantity = Optional.of(column).filter(name -> !name.isEmpty());
        return this;
    }

    Inventories minus(String column) {
        minus = Optional.of(column);
        return this;
    }

    Inventories itemWhere(String column, String value) {
        itemWhere.put(column, new Condition.In(List.of(value)));
        return this;
    }

    Inventories stock(String table) {
        stock = table;
        return this;
    }

    /** Stock column, item column, and so on. */
    Inventories keys(String... pairs) {
        keys = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            keys.put(pairs[i], pairs[i + 1]);
        }
        return this;
    }

    Inventories stockWhere(String column, String value) {
        stockWhere.put(column, new Condition.In(List.of(value)));
        return this;
    }

    Inventories set(String column, SetValue value) {
        sets.put(column, value);
        return this;
    }

    Inventories reserved(String column) {
        reserved = Optional.of(column).filter(name -> !name.isEmpty());
        return this;
    }

    Inventories available(String column) {
        available = Optional.of(column);
        return this;
    }

    Inventories shortage(Inventory.Shortage value) {
        shortage = value;
        return this;
    }

    Inventories missing(Inventory.Missing value) {
        missing = value;
        return this;
    }

    Inventory build() {
        return new Inventory(
                items,
                orderColumn,
                orderKey,
                quantity,
                minus,
                itemWhere,
                stock,
                keys,
                stockWhere,
                sets,
                reserved,
                available,
                shortage,
                missing);
    }
}

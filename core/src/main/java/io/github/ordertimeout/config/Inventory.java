package io.github.ordertimeout.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The built-in releaser: which items an order holds and which stock rows they go back to.
 *
 * @param itemTable the items' table, or {@code sql:SELECT …}
 * @param itemOrderColumn the item column that points at the order
 * @param itemOrderKey what it points at: {@code id}, {@code number} or {@code order.COLUMN}
 * @param quantityColumn empty: each row is one unit
 * @param minusColumn the quantity already given back, subtracted
 * @param itemWhere which items count
 * @param stockTable the stock's table
 * @param stockKeys stock column to item column, or to {@code order.COLUMN}
 * @param stockWhere constants that narrow the stock row
 * @param stockSet further stock columns, set once per stock row and transaction
 * @param reservedColumn lowered by the quantity
 * @param availableColumn raised by the quantity
 * @param shortage what to do where the reserved quantity would fall below zero
 * @param missing what to do where there is no stock row, or its key or quantity is null
 */
public record Inventory(
        String itemTable,
        String itemOrderColumn,
        String itemOrderKey,
        Optional<String> quantityColumn,
        Optional<String> minusColumn,
        Map<String, Condition> itemWhere,
        String stockTable,
        Map<String, String> stockKeys,
        Map<String, Condition> stockWhere,
        Map<String, SetValue> stockSet,
        Optional<String> reservedColumn,
        Optional<String> availableColumn,
        Shortage shortage,
        Missing missing) {
    /** Copies the maps, keeping their order. */
    public Inventory {
        itemWhere = Collections.unmodifiableMap(new LinkedHashMap<>(itemWhere));
        stockKeys = Collections.unmodifiableMap(new LinkedHashMap<>(stockKeys));
        stockWhere = Collections.unmodifiableMap(new LinkedHashMap<>(stockWhere));
        stockSet = Collections.unmodifiableMap(new LinkedHashMap<>(stockSet));
    }

    /** {@code short}. */
    public enum Shortage {
        /** The order is not closed; it goes to compensation. */
        FAIL,
        /** The reserved quantity becomes zero. */
        FLOOR,
        /** The reserved quantity becomes negative. */
        ALLOW
    }

    /** {@code missing}. */
    public enum Missing {
        /** Nothing was reserved there: the close goes on. */
        SKIP,
        /** The order is not closed; it goes to compensation. */
        FAIL
    }
}

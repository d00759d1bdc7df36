package io.github.ordertimeout.spring.metadata;

import java.util.Map;

/**
 * Keys of {@code inventory}, for tools that complete keys; never bound. ({@code short} is a word of Java.)
 *
 * @param itemTable The order's lines. A SELECT speaks of all orders and yields the order, quantity and key columns; it
 *     holds no :id, the library adds that.
 * @param itemOrderColumn Points at the order.
 * @param itemOrderKey What it points at; default id.
 * @param itemQuantityColumn Missing: each row is one unit.
 * @param itemMinusColumn Already given back.
 * @param itemWhere Which lines count.
 * @param stockTable The name of a table.
 * @param stockKeys Must find one stock row.
 * @param stockWhere Constants that narrow it.
 * @param stockSet Once per stock row and transaction.
 * @param reservedColumn Minus the quantity.
 * @param availableColumn Plus the quantity.
 * @param short_ Where the reserved quantity would fall below zero. Default fail: the order stays open and goes to
 *     compensation.
 * @param missing Where there is no stock row, or its key or quantity is null. Default skip. With skip a wrong stock-keys
 *     gives nothing back and nobody says so: set fail where every line has a stock row.
 */
record InventoryKeys(
        String itemTable,
        String itemOrderColumn,
        String itemOrderKey,
        String itemQuantityColumn,
        String itemMinusColumn,
        Map<String, String> itemWhere,
        String stockTable,
        Map<String, String> stockKeys,
        Map<String, String> stockWhere,
        Map<String, String> stockSet,
        String reservedColumn,
        String availableColumn,
        String short_,
        String missing) {}

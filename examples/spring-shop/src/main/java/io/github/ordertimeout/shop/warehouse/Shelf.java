package io.github.ordertimeout.shop.warehouse;

/**
 * One article in the warehouse.
 *
 * @param free pieces that nobody has asked for
 * @param held pieces that were put aside for orders
 */
public record Shelf(String sku, int free, int held) {}

package io.github.ordertimeout.jdbc.release;

import java.util.Optional;

/**
 * What a look at some orders' items says of the way to their stock.
 *
 * @param lines items that hold something
 * @param withoutKey of these, how many name no stock at all
 * @param withoutRow of these, how many name stock that no row is
 * @param example one of the latter: whose it is and what it names
 */
public record StockSample(int lines, int withoutKey, int withoutRow, Optional<String> example) {}

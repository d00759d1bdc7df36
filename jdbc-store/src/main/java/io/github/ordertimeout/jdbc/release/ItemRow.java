package io.github.ordertimeout.jdbc.release;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An item as read.
 *
 * @param order what it says of its order
 * @param keys the item columns that name the stock, null where the item does not
 * @param quantity ordered and not yet given back
 */
record ItemRow(Key order, List<@Nullable String> keys, BigDecimal quantity) {}

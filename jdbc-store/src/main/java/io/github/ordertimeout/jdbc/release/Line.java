package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.order.OrderSnapshot;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What an order holds of one kind of stock.
 *
 * @param order whose it is
 * @param key which stock; empty where the item names none
 * @param quantity how much is left to give back; above zero
 */
record Line(OrderSnapshot order, Optional<Key> key, BigDecimal quantity) {}

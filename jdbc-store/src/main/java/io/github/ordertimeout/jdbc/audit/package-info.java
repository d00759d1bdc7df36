/**
 * Compares what the library has written with what the orders say now. Takes rules, yields one fault per order and kind, page by
 * page and by keyset, so that it is as good for a ledger of 100 million rows as for one of a hundred; never changes an order.
 */
@NullMarked
package io.github.ordertimeout.jdbc.audit;

import org.jspecify.annotations.NullMarked;

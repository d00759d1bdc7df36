/**
 * A small shop that leaves its unpaid orders to Order Timeout. Its rooms: {@code checkout} takes orders and holds stock, {@code
 * payment} lets them be paid at a provider, {@code warehouse} is called over HTTP, {@code web} shows what happens.
 */
@NullMarked
package io.github.ordertimeout.shop;

import org.jspecify.annotations.NullMarked;

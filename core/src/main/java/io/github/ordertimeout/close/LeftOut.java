package io.github.ordertimeout.close;

import io.github.ordertimeout.order.OrderKey;

/**
 * What a release could not give back though it did not fail: the shop's own rows lack it.
 *
 * @param order whose close it belongs to
 * @param closeNumber which of its closes
 * @param type what is given back
 * @param what for a person: how much, and of what
 */
public record LeftOut(OrderKey order, long closeNumber, String type, String what) {}

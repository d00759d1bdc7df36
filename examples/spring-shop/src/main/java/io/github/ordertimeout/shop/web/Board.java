package io.github.ordertimeout.shop.web;

import io.github.ordertimeout.shop.checkout.Order;
import io.github.ordertimeout.shop.checkout.Stock;
import io.github.ordertimeout.shop.payment.FakePayment;
import io.github.ordertimeout.shop.warehouse.Shelf;
import java.time.Instant;
import java.util.List;

/**
 * What the page shows.
 *
 * @param now the moment that the page counts down from
 * @param payWithinSeconds how long orders wait for their payment
 */
record Board(
        Instant now,
        long payWithinSeconds,
        List<Order> orders,
        List<Stock> stock,
        List<Shelf> shelves,
        List<FakePayment> payments,
        List<Feed.Line> feed) {}

package io.github.ordertimeout.shop.checkout;

/** An order was paid. Published within the transaction that says so. */
public record OrderPaid(String id) {}

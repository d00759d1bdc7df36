package io.github.ordertimeout.shop.warehouse;

/** What was put aside for this order goes back to the shelf. */
public record Release(long order) {}

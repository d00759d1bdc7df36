package io.github.ordertimeout.shop.checkout;

import java.math.BigDecimal;

/** One article, and how much of it is free and held by orders. */
public record Stock(String sku, BigDecimal price, int available, int reserved) {}

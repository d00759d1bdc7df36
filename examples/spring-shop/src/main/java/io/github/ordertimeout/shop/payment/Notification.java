package io.github.ordertimeout.shop.payment;

import java.math.BigDecimal;

/**
 * What the provider tells in a callback: this payment has brought this much.
 *
 * @param reference the provider's name of the payment, the same each time
 */
public record Notification(String order, String reference, BigDecimal amount) {}

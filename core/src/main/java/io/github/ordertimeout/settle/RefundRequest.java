package io.github.ordertimeout.settle;

import io.github.ordertimeout.order.OrderKey;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * A payment to be given back.
 *
 * @param rule the rule's name
 * @param key the order; where several are paid together, the first of them
 * @param reference the provider's name of the payment
 * @param amount how much it brought; empty where nobody said: then all of it
 * @param idempotencyKey the same for every call about this payment: order and reference
 * @param reason for a person
 */
public record RefundRequest(
        String rule,
        OrderKey key,
        String reference,
        Optional<BigDecimal> amount,
        String idempotencyKey,
        String reason) {}

package io.github.ordertimeout.payment;

import io.github.ordertimeout.transaction.TransactionContext;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * A payment that came for a closed order.
 *
 * @param rule the rule's name
 * @param order the closed order
 * @param reference the payment's
 * @param amount how much it brought, where that is known
 * @param transaction the transaction that decides
 */
public record LatePayment(
        String rule,
        PayableOrder order,
        String reference,
        Optional<BigDecimal> amount,
        TransactionContext transaction) {}

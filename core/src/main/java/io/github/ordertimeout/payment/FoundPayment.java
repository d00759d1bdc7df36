package io.github.ordertimeout.payment;

import io.github.ordertimeout.order.OrderSnapshot;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * A payment of which the payment side knows while the order's row is still open: its notification was lost, or is late.
 *
 * @param rule the rule's name
 * @param order the order as it was read
 * @param reference the provider's name of the payment; empty where the gateway named none
 * @param amount how much it brought, where that is known
 */
public record FoundPayment(String rule, OrderSnapshot order, Optional<String> reference, Optional<BigDecimal> amount) {
    /** The same for every call about this payment. */
    public String idempotencyKey() {
        return order.key() + "/" + reference.orElse("");
    }
}

package io.github.ordertimeout.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a payment means for the orders' table.
 *
 * @param paidWhen conditions by column, ANDed, of a paid order, where paid is another column than the status
 * @param onPaid further columns that the guard sets with the payment, by name
 * @param late what a payment for a closed order leads to
 * @param amountColumn what the order costs
 * @param groupColumn orders with one value here are paid together
 */
public record PaymentMapping(
        Map<String, Condition> paidWhen,
        Map<String, SetValue> onPaid,
        Late late,
        Optional<String> amountColumn,
        Optional<String> groupColumn) {
    /** Nothing of all this. */
    public static final PaymentMapping NONE =
            new PaymentMapping(Map.of(), Map.of(), Late.REFUND, Optional.empty(), Optional.empty());

    /** Copies the maps, keeping their order. */
    public PaymentMapping {
        paidWhen = Collections.unmodifiableMap(new LinkedHashMap<>(paidWhen));
        onPaid = Collections.unmodifiableMap(new LinkedHashMap<>(onPaid));
    }

    /** What a payment for a closed order leads to. */
    public enum Late {
        /** It is given back. */
        REFUND,
        /** A person decides. */
        MANUAL
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.order.OrderSnapshot;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/** What an order costs, as its row says. */
final class Amounts {
    /** A sum of binary fractions carries an error in its last digits: 0.1 + 0.2 is 0.30000000000000004 there. */
    private static final MathContext OF_A_DOUBLE = new MathContext(15);

    private Amounts() {}

    /** The value of {@code amount-column}; empty where there is none, it is null or no number. */
    static Optional<BigDecimal> of(Rule rule, OrderSnapshot order) {
        return rule.paymentMapping()
                .amountColumn()
                .map(order.columns()::get)
                .flatMap(value -> number(String.valueOf(value))
                        .map(amount -> value instanceof Double ? amount.round(OF_A_DOUBLE) : amount));
    }

    private static Optional<BigDecimal> number(String text) {
        try {
            return Optional.of(new BigDecimal(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}

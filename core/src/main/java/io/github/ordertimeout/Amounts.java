package io.github.ordertimeout;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.order.OrderSnapshot;
import java.math.BigDecimal;
import java.util.Optional;

/** What an order costs, as its row says. */
final class Amounts {
    private Amounts() {}

    /** The value of {@code amount-column}; empty where there is none, it is null or no number. */
    static Optional<BigDecimal> of(Rule rule, OrderSnapshot order) {
        return rule.paymentMapping()
                .amountColumn()
                .map(order.columns()::get)
                .flatMap(value -> number(String.valueOf(value)));
    }

    private static Optional<BigDecimal> number(String text) {
        try {
            return Optional.of(new BigDecimal(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}

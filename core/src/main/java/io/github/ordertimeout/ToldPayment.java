package io.github.ordertimeout;

import io.github.ordertimeout.payment.SeenPayment;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/** A payment as it was told, and a token for this call alone. */
record ToldPayment(String reference, Optional<BigDecimal> amount, String token) {
    static ToldPayment checked(String reference, Optional<BigDecimal> amount) {
        if (reference.isBlank()) {
            throw new IllegalArgumentException(
                    "The payment's reference is blank: pass the provider's transaction number, the same in every callback");
        }
        if (reference.length() > SeenPayment.LONGEST_REFERENCE) {
            throw new IllegalArgumentException("The payment's reference has " + reference.length()
                    + " characters, and at most " + SeenPayment.LONGEST_REFERENCE
                    + " are kept: pass the provider's transaction number alone, not its whole answer");
        }
        amount.filter(money -> money.signum() <= 0).ifPresent(money -> {
            throw new IllegalArgumentException("The payment's amount is " + money.toPlainString()
                    + ": pass what came in, more than 0, or no amount");
        });
        return new ToldPayment(reference, amount, UUID.randomUUID().toString());
    }

    String shown() {
        return amount.map(money -> " (" + money.toPlainString() + ")").orElse("");
    }
}

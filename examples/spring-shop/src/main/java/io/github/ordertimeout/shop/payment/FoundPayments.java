package io.github.ordertimeout.shop.payment;

import io.github.ordertimeout.FoundPaymentHook;
import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.payment.FoundPayment;
import java.math.BigDecimal;
import org.springframework.stereotype.Component;

/** The engine was about to close an order and learned that it is paid: goes the way that the lost callback would have gone. */
@Component
class FoundPayments implements FoundPaymentHook {
    private final Payments payments;

    FoundPayments(Payments payments) {
        this.payments = payments;
    }

    @Override
    public void found(FoundPayment payment, PaymentGuard guard) {
        // This provider names each payment and its amount.
        String reference = payment.reference().orElseThrow();
        BigDecimal amount = payment.amount().orElseThrow();
        payments.take(new Notification(payment.order().id(), reference, amount));
    }
}

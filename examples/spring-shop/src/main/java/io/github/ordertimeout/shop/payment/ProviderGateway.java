package io.github.ordertimeout.shop.payment;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Asks the provider about each order right before it is closed, and makes sure there that it cannot be paid any more. */
@Component
class ProviderGateway implements PaymentGateway {
    private final FakeProvider provider;

    ProviderGateway(FakeProvider provider) {
        this.provider = provider;
    }

    /** Over all attempts: one that was given up says nothing about another that was paid. */
    @Override
    public PaymentAnswer query(OrderSnapshot order) {
        return PaymentAnswer.ofAttempts(provider.paymentsOf(order.id()).stream()
                .map(ProviderGateway::attempt)
                .toList());
    }

    private static PaymentAttempt attempt(FakePayment payment) {
        return switch (payment.state()) {
            case OPEN -> PaymentAttempt.open(payment.reference());
            case PAID -> PaymentAttempt.paid(payment.reference(), payment.amount());
            case CANCELLED, REFUNDED -> PaymentAttempt.ended(payment.reference());
        };
    }

    @Override
    public boolean canCancel() {
        return true;
    }

    @Override
    public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
        if (attempt.isEmpty()) {
            // Nothing is open: this provider names every attempt.
            return CancelAnswer.alreadyClosed();
        }
        return switch (provider.cancel(attempt.get().reference()).state()) {
            case CANCELLED -> CancelAnswer.cancelled();
            case PAID -> CancelAnswer.alreadyPaid();
            case REFUNDED -> CancelAnswer.alreadyClosed();
            case OPEN -> CancelAnswer.unknown();
        };
    }
}

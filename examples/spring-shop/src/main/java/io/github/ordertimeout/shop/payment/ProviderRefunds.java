package io.github.ordertimeout.shop.payment;

import io.github.ordertimeout.settle.RefundAnswer;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.settle.RefundRequest;
import org.springframework.stereotype.Component;

/** Gives money back that came too late, or twice. */
@Component
class ProviderRefunds implements RefundIssuer {
    private final FakeProvider provider;

    ProviderRefunds(FakeProvider provider) {
        this.provider = provider;
    }

    @Override
    public RefundAnswer refund(RefundRequest request) {
        return provider.refund(request.reference(), request.idempotencyKey())
                ? RefundAnswer.refunded()
                : RefundAnswer.alreadyRefunded();
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.settle.RefundIssuer;

/** Everything of the user's that an engine calls, in the order given. */
record Extensions(
        PerRule<ClosePolicy> policies,
        PerRule<PaymentGateway> gateways,
        PerRule<InventoryReleaser> releasers,
        PerRule<LatePaymentPolicy> latePayments,
        PerRule<RefundIssuer> refundIssuers,
        PerRule<FoundPaymentHook> foundPaymentHooks,
        PerRule<ShardLeases> leases) {
    /** None yet. */
    Extensions() {
        this(
                new PerRule<>(),
                new PerRule<>(),
                new PerRule<>(),
                new PerRule<>(),
                new PerRule<>(),
                new PerRule<>(),
                new PerRule<>());
    }
}

package io.github.ordertimeout.spring.beans;

import io.github.ordertimeout.FoundPaymentHook;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.spring.TenantContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Wraps the application's beans so that each call runs for the tenant of its order; without a tenant context they stay bare. */
final class Tenants {
    private final Optional<TenantContext> context;

    Tenants(@Nullable TenantContext context) {
        this.context = Optional.ofNullable(context);
    }

    ClosePolicy policy(ClosePolicy bean) {
        return context.isEmpty() ? bean : (order, check) -> call(order, () -> bean.judge(order, check));
    }

    InventoryReleaser releaser(InventoryReleaser bean) {
        return context.isEmpty() ? bean : new TenantReleaser(bean, this);
    }

    PaymentGateway gateway(PaymentGateway bean) {
        return context.isEmpty() ? bean : new TenantGateway(bean, this);
    }

    RefundIssuer refundIssuer(RefundIssuer bean) {
        return context.isEmpty() ? bean : request -> call(request.key(), Optional.empty(), () -> bean.refund(request));
    }

    LatePaymentPolicy latePayment(LatePaymentPolicy bean) {
        return context.isEmpty() ? bean : payment -> call(payment.order().order(), () -> bean.decide(payment));
    }

    FoundPaymentHook hook(FoundPaymentHook bean) {
        return context.isEmpty() ? bean : (payment, guard) -> run(payment.order(), () -> bean.found(payment, guard));
    }

    EngineListener listener(EngineListener bean) {
        return context.isEmpty()
                ? bean
                : event -> EventSubject.of(event)
                        .ifPresentOrElse(
                                subject -> run(subject.key(), subject.order(), () -> bean.onEvent(event)),
                                () -> bean.onEvent(event));
    }

    /** The orders of each tenant, in the order in which they came. */
    Map<Object, List<OrderSnapshot>> byTenant(List<OrderSnapshot> orders) {
        return orders.stream()
                .collect(Collectors.groupingBy(
                        order -> context.orElseThrow().tenantOf(order.key(), Optional.of(order)),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    void runFor(Object tenant, Runnable call) {
        context.orElseThrow().run(tenant, call);
    }

    <T> T call(OrderSnapshot order, Supplier<T> call) {
        return call(order.key(), Optional.of(order), call);
    }

    void run(OrderSnapshot order, Runnable call) {
        run(order.key(), Optional.of(order), call);
    }

    private void run(OrderKey key, Optional<OrderSnapshot> order, Runnable call) {
        TenantContext tenants = context.orElseThrow();
        tenants.run(tenants.tenantOf(key, order), call);
    }

    private <T> T call(OrderKey key, Optional<OrderSnapshot> order, Supplier<T> call) {
        AtomicReference<T> result = new AtomicReference<>();
        run(key, order, () -> result.set(call.get()));
        T answer = result.get();
        if (answer == null) {
            throw new IllegalStateException("The tenant context "
                    + context.orElseThrow().getClass().getName()
                    + " did not run the call for order " + key.id() + ", or the call answered null");
        }
        return answer;
    }
}

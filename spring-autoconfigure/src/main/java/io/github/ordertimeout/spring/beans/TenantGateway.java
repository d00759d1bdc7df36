package io.github.ordertimeout.spring.beans;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A gateway that is called tenant by tenant. */
record TenantGateway(PaymentGateway bean, Tenants tenants) implements PaymentGateway {
    @Override
    public PaymentAnswer query(OrderSnapshot order) {
        return tenants.call(order, () -> bean.query(order));
    }

    @Override
    public int batchSize() {
        return bean.batchSize();
    }

    @Override
    public Map<String, PaymentAnswer> queryAll(List<OrderSnapshot> orders) {
        Map<String, PaymentAnswer> answers = new LinkedHashMap<>();
        tenants.byTenant(orders)
                .forEach((tenant, ofTenant) -> tenants.runFor(tenant, () -> answers.putAll(bean.queryAll(ofTenant))));
        return answers;
    }

    @Override
    public boolean canCancel() {
        return bean.canCancel();
    }

    @Override
    public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
        return tenants.call(order, () -> bean.cancel(order, attempt));
    }
}

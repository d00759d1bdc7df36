package io.github.ordertimeout.spring.beans;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A releaser that is called tenant by tenant. */
record TenantReleaser(InventoryReleaser bean, Tenants tenants) implements InventoryReleaser {
    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        tenants.run(order.order(), () -> bean.release(order, context));
    }

    @Override
    public void releaseAll(List<ClosedOrder> orders, ReleaseContext context) {
        Map<OrderSnapshot, ClosedOrder> closed =
                orders.stream().collect(Collectors.toMap(ClosedOrder::order, Function.identity()));
        tenants.byTenant(orders.stream().map(ClosedOrder::order).toList())
                .forEach((tenant, ofTenant) -> tenants.runFor(
                        tenant,
                        () -> bean.releaseAll(ofTenant.stream().map(closed::get).toList(), context)));
    }

    @Override
    public String releaseType() {
        return bean.releaseType();
    }

    @Override
    public ReleaseMode mode() {
        return bean.mode();
    }

    @Override
    public Set<String> waitingForLocks(List<OrderSnapshot> orders, ReleaseContext context) {
        Set<String> waiting = new HashSet<>();
        tenants.byTenant(orders)
                .forEach((tenant, ofTenant) ->
                        tenants.runFor(tenant, () -> waiting.addAll(bean.waitingForLocks(ofTenant, context))));
        return waiting;
    }
}

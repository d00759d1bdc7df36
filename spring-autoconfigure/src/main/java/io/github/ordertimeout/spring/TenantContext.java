package io.github.ordertimeout.spring;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.Optional;

/**
 * Sets up the thread for a tenant around every call into one of the application's policies, gateways, releasers, refund issuers,
 * late-payment policies and found-payment hooks, and every event that concerns an order. A bean of this type is used by itself.
 * Calls about several orders are made tenant by tenant. Must be thread-safe.
 */
public interface TenantContext {
    /**
     * Whose order this is.
     *
     * @param key the order's source (its table) and id
     * @param order what was read of it, with the rule's {@code columns}; empty where only the key is known, as for a refund
     * @return the tenant, by which orders are put together; never null
     */
    Object tenantOf(OrderKey key, Optional<OrderSnapshot> order);

    /** Runs the call, once and on this thread, on behalf of that tenant; lets through what it throws. */
    void run(Object tenant, Runnable call);
}

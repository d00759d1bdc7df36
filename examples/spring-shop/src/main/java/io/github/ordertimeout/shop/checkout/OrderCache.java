package io.github.ordertimeout.shop.checkout;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ordertimeout.event.EngineEvent;
import java.time.Duration;
import java.util.Optional;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Orders in memory. What changes an order's status evicts it: the engine's close as well, which is SQL and goes past every entity
 * cache. On several nodes each would need the news, so that either the cache is a shared one or entries live for seconds only.
 */
@Component
public class OrderCache {
    private final Orders orders;
    private final Cache<Long, Order> cache = Caffeine.newBuilder()
            .maximumSize(10_000)
            .expireAfterWrite(Duration.ofMinutes(10))
            .build();

    OrderCache(Orders orders) {
        this.orders = orders;
    }

    /** From memory where it is there. Caffeine lets no eviction slip between a load and its entry. */
    public Optional<Order> find(long id) {
        return Optional.ofNullable(cache.get(id, key -> orders.find(key).orElse(null)));
    }

    /** Told after the commit. */
    @EventListener
    void on(EngineEvent.OrderClosed closed) {
        evict(closed.order().order().id());
    }

    /** Not before the commit: whoever reads in between would put the old state back. */
    @TransactionalEventListener
    void on(OrderPaid paid) {
        evict(paid.id());
    }

    private void evict(String id) {
        cache.invalidate(Long.valueOf(id));
    }
}

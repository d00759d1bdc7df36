package io.github.ordertimeout.jdbc.cases;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A warehouse elsewhere: takes each key once, may be away, may refuse single orders. */
final class Warehouse implements InventoryReleaser {
    private final String type;
    private final Set<String> keys = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> given = new ConcurrentLinkedQueue<>();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final AtomicInteger repeated = new AtomicInteger();
    private volatile boolean away;

    Warehouse(String type) {
        this.type = type;
    }

    @Override
    public String releaseType() {
        return type;
    }

    @Override
    public ReleaseMode mode() {
        return ReleaseMode.REMOTE;
    }

    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        if (away) {
            throw new IllegalStateException("connection refused");
        }
        if (refused.contains(order.order().id())) {
            throw new IllegalStateException("no such article");
        }
        if (keys.add(order.idempotencyKey(type))) {
            given.add(order.order().id() + "#" + order.closeNumber());
        } else {
            repeated.incrementAndGet();
        }
    }

    void away(boolean now) {
        away = now;
    }

    void refuse(long id) {
        refused.add(Long.toString(id));
    }

    void takeAll() {
        refused.clear();
    }

    /** {@code ID#CLOSE} of each release that had an effect. */
    List<String> given() {
        return List.copyOf(given);
    }

    int repeated() {
        return repeated.get();
    }
}

package io.github.ordertimeout.jdbc.cases;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A bean with a bug: throws for these orders, or for each one. */
final class ThrowingReleaser implements InventoryReleaser {
    private final String type;
    private final Set<String> orders;
    private final ReleaseMode mode;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean mended;

    /** A local one; no orders means all. */
    ThrowingReleaser(String type, Set<String> orders) {
        this(type, orders, ReleaseMode.LOCAL);
    }

    ThrowingReleaser(String type, Set<String> orders, ReleaseMode mode) {
        this.type = type;
        this.orders = orders;
        this.mode = mode;
    }

    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        calls.incrementAndGet();
        if (!mended && (orders.isEmpty() || orders.contains(order.order().id()))) {
            throw new NullPointerException("couponService is null");
        }
    }

    @Override
    public String releaseType() {
        return type;
    }

    @Override
    public ReleaseMode mode() {
        return mode;
    }

    void mend() {
        mended = true;
    }

    int calls() {
        return calls.get();
    }
}

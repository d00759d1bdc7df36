package io.github.ordertimeout.shop.warehouse;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import org.springframework.stereotype.Component;

/**
 * Has the warehouse give back what a closed order holds. Owed in the closing transaction and called after it, again and again with
 * the same key until it returns.
 */
@Component
class WarehouseReleaser implements InventoryReleaser {
    private final WarehouseClient warehouse;

    WarehouseReleaser(WarehouseClient warehouse) {
        this.warehouse = warehouse;
    }

    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        warehouse.release(Long.parseLong(order.order().id()), order.idempotencyKey(releaseType()));
    }

    @Override
    public String releaseType() {
        return "warehouse";
    }

    @Override
    public ReleaseMode mode() {
        return ReleaseMode.REMOTE;
    }
}

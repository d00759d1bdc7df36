package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;

/**
 * Stands for one of the rule's {@code releases}, so that its type has a ledger row: the closing transaction itself runs the
 * statement, right after {@code also-execute}, where all values of the order's row are at hand.
 *
 * @param releaseType the type that it is configured under
 */
public record StatementRelease(String releaseType) implements InventoryReleaser {
    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        // Done already.
    }
}

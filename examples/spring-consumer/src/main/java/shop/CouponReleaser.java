package shop;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Gives a closed order's coupon back, in the transaction that closes the order. */
@Component
class CouponReleaser implements InventoryReleaser {
    private final JdbcTemplate jdbc;

    CouponReleaser(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        jdbc.update(
                "UPDATE coupons SET used = FALSE WHERE code = (SELECT coupon FROM orders WHERE id = ?)",
                Long.valueOf(order.order().id()));
    }

    @Override
    public String releaseType() {
        return "coupon";
    }
}

package shop.schedulers;

import com.xxl.job.core.context.XxlJobHelper;
import com.xxl.job.core.handler.annotation.XxlJob;
import io.github.ordertimeout.OrderTimeoutEngine;

/**
 * For XXL-JOB, whatever the routing: with shard broadcast each executor gets its index and their number; with any other strategy
 * one executor gets 0 of 1, which is everything.
 *
 * <p>XXL-JOB is under GPL-3.0. Order Timeout neither contains nor needs it: this file is an example, published in no jar.
 */
public final class XxlClosing {
    private final OrderTimeoutEngine engine;

    /** By an engine that was not started. */
    public XxlClosing(OrderTimeoutEngine engine) {
        this.engine = engine;
    }

    /** The handler's name stands in XXL-JOB's console, as does what it says. */
    @XxlJob("closeOverdueOrders")
    public void closeOverdue() {
        try {
            XxlJobHelper.handleSuccess(
                    Passes.sound(engine.runOnce(XxlJobHelper.getShardIndex(), XxlJobHelper.getShardTotal())));
        } catch (IllegalStateException e) {
            XxlJobHelper.handleFail(e.getMessage());
        }
    }
}

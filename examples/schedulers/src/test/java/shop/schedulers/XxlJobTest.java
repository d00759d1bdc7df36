package shop.schedulers;

import static org.assertj.core.api.Assertions.assertThat;

import com.xxl.job.core.context.XxlJobContext;
import com.xxl.job.core.handler.annotation.XxlJob;
import com.xxl.job.core.handler.impl.MethodJobHandler;
import io.github.ordertimeout.OrderTimeoutEngine;
import java.lang.reflect.Method;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The handler as XXL-JOB's executor calls it, with the context that it sets for each routing. */
class XxlJobTest {
    @AfterEach
    void forget() {
        XxlJobContext.setXxlJobContext(null);
    }

    @Test
    @DisplayName("XXL-JOB, shard broadcast: each executor closes its shard, each order is closed once")
    void broadcast() throws Exception {
        try (TestShop shop = new TestShop()) {
            for (int executor = 0; executor < 3; executor++) {
                long before = shop.closed();
                XxlJobContext told = trigger(shop.node(), executor, 3);
                long mine = shop.closed() - before;
                assertThat(mine).isBetween(30L, 110L);
                assertThat(told.getHandleCode()).isEqualTo(XxlJobContext.HANDLE_CODE_SUCCESS);
                assertThat(told.getHandleMsg()).isEqualTo("unpaid: " + mine + " closed, 0 failed, 0 remaining");
            }
            shop.assertAllClosedOnce();
        }
    }

    @Test
    @DisplayName("XXL-JOB, routed to one executor: it closes everything")
    void singleNode() throws Exception {
        try (TestShop shop = new TestShop()) {
            XxlJobContext told = trigger(shop.node(), 0, 1);
            assertThat(told.getHandleCode()).isEqualTo(XxlJobContext.HANDLE_CODE_SUCCESS);
            shop.assertAllClosedOnce();
        }
    }

    @Test
    @DisplayName("XXL-JOB: a pass that fails, or may close nothing, fails the run with its reason")
    void failure() throws Exception {
        try (TestShop shop = new TestShop()) {
            OrderTimeoutEngine node = shop.node();
            node.pause("unpaid", "stock-taking");
            XxlJobContext told = trigger(node, 0, 1);
            assertThat(told.getHandleCode()).isEqualTo(XxlJobContext.HANDLE_CODE_FAIL);
            assertThat(told.getHandleMsg()).contains("200 remaining").contains("paused");

            node.resume("unpaid");
            shop.execute("alter table order_timeout_release rename to elsewhere");
            told = trigger(node, 0, 1);
            assertThat(told.getHandleCode()).isEqualTo(XxlJobContext.HANDLE_CODE_FAIL);
            assertThat(shop.closed()).isZero();
            shop.execute("alter table elsewhere rename to order_timeout_release");
        }
    }

    private static XxlJobContext trigger(OrderTimeoutEngine engine, int index, int total) throws Exception {
        XxlClosing bean = new XxlClosing(engine);
        Method handler = XxlClosing.class.getMethod("closeOverdue");
        assertThat(handler.getAnnotation(XxlJob.class).value()).isEqualTo("closeOverdueOrders");
        XxlJobContext context = new XxlJobContext(1, "", 1, 0, null, index, total);
        XxlJobContext.setXxlJobContext(context);
        new MethodJobHandler(bean, handler, null, null).execute();
        return context;
    }
}

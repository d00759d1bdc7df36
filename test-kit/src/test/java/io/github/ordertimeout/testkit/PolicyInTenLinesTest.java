package io.github.ordertimeout.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.check.CheckContext;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The example of docs/testing.md: what stands between the tags is compared with the page. */
class PolicyInTenLinesTest {

    // tag::policy[]
    @Test
    void groupBuysStayOpen() {
        ManualEngine shop = ManualEngine.builder()
                .rule(TestRule.created("30m").with("columns", "kind"))
                .policy(new GroupBuyPolicy())
                .build();
        ShopOrder group =
                shop.order(1).madeAgo(Duration.ofHours(1)).with("kind", "group").insert();
        ShopOrder single = shop.order(2)
                .madeAgo(Duration.ofHours(1))
                .with("kind", "single")
                .insert();
        RuleReport report = shop.pass();
        assertThat(group.status()).isEqualTo("open");
        assertThat(single.status()).isEqualTo("closed");
        assertThat(report.reasons()).containsEntry("group-buy", 1L);
    }
    // end::policy[]

    private static final class GroupBuyPolicy implements ClosePolicy {
        @Override
        public Verdict judge(OrderSnapshot order, CheckContext context) {
            return "group".equals(order.columns().get("kind")) ? Verdict.skip("group-buy") : Verdict.close();
        }
    }
}

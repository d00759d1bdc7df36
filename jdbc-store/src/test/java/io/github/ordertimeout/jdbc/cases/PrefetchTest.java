package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.Gate;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What a pass does while a transaction of its own is open. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class PrefetchTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("the next page is read and judged while the one before it closes")
    void nextPage() {
        Shop shop = new Shop(db);
        shop.orders(1, 20, Duration.ofHours(1), Optional.empty());
        Gate gate = new Gate();
        Settings settings = Shop.settings(Shop.RULE + "scan: {batch-size: 10}\nclose: {threads: 2}\n");
        try (OrderTimeoutEngine engine = shop.engine(db.dataSource(), settings)
                .policy((order, context) -> {
                    if (order.id().equals("11")) {
                        gate.open();
                    }
                    return Verdict.close();
                })
                .releaser((closed, context) -> {
                    if (closed.order().id().equals("1")) {
                        gate.pass();
                    }
                })
                .build()) {
            assertThat(shop.run(engine).closed()).isEqualTo(20);
        }
    }
}

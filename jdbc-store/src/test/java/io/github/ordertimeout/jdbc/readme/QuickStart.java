package io.github.ordertimeout.jdbc.readme;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.InventoryReleaser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** The READMEs' example: what stands between the tags is compared with them, word for word. */
final class QuickStart {
    private QuickStart() {}

    static OrderTimeoutEngine start(
            Path file, DataSource dataSource, InventoryReleaser couponReleaser, EngineListener metrics) {
        // tag::engine[]
        Settings settings =
                ConfigSources.load(Optional.of(file), List.of(), Map.of()).settings();
        OrderTimeoutEngine engine = OrderTimeoutEngine.builder()
                .settings(settings)
                .store(JdbcOrderStore.builder()
                        .dataSource(dataSource)
                        .tables(settings.tables())
                        .build())
                .policy((order, context) -> isGroupBuy(order) ? Verdict.skip("group-buy") : Verdict.close())
                .releaser(couponReleaser)
                .listener(metrics)
                .build();
        engine.start();
        // end::engine[]
        return engine;
    }

    private static boolean isGroupBuy(OrderSnapshot order) {
        return order.displayName().startsWith("G");
    }
}

package io.github.ordertimeout.jdbc.readme;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.PaymentWindow;
import io.github.ordertimeout.release.InventoryReleaser;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/** The READMEs' example: what stands between the tags is compared with them, word for word. */
final class QuickStart {
    static final List<String> SHIPPED = new CopyOnWriteArrayList<>();

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

    static String checkout(OrderTimeoutEngine engine, String orderId) {
        // tag::checkout[]
        PaymentWindow window = engine.guard().begin(orderId);
        if (!window.mayBePaid()) {
            return "This order can no longer be paid: " + window.reason();
        }
        return providerPage(orderId, window.payBefore());
        // end::checkout[]
    }

    static String callback(OrderTimeoutEngine engine, String orderId, String transactionNo, BigDecimal amount) {
        // tag::callback[]
        Confirmation payment = engine.guard().confirm(orderId, transactionNo, amount);
        if (payment.result() == Confirmation.Result.PAID) {
            ship(orderId);
        }
        return "SUCCESS";
        // end::callback[]
    }

    private static String providerPage(String orderId, Optional<Instant> payBefore) {
        return orderId + " before " + payBefore;
    }

    private static void ship(String orderId) {
        SHIPPED.add(orderId);
    }

    private static boolean isGroupBuy(OrderSnapshot order) {
        return order.displayName().startsWith("G");
    }
}

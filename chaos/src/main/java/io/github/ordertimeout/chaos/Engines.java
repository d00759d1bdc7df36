package io.github.ordertimeout.chaos;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.EngineBuilder;
import io.github.ordertimeout.FoundPaymentHook;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.cluster.shedlock.ShedLockShardLeases;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.JdbcOrderStoreBuilder;
import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.jdbc.core.JdbcTemplate;

/** Builds the engines of nodes and of the harness alike: all of them may close. */
final class Engines {
    static final String RULE = "unpaid";
    /** Shorter than most pauses of a node. */
    private static final Duration LEASE = Duration.ofSeconds(5);

    private Engines() {}

    static OrderTimeoutEngine build(DataSource pool, Path configuration, int stubs, TimeSource time) {
        return build(JdbcOrderStore.builder().dataSource(pool), configuration, stubs, time, Optional.empty());
    }

    /** One of several that share the rule's shards, where it has any. */
    static OrderTimeoutEngine buildNode(DataSource pool, Path configuration, int stubs, TimeSource time) {
        return build(JdbcOrderStore.builder().dataSource(pool), configuration, stubs, time, Optional.of(pool));
    }

    /** One for which it is ten minutes later: all claims have ended. */
    static OrderTimeoutEngine later(DataSource pool, Path configuration, int stubs) {
        TimeSource time = TimeSource.system();
        return build(
                JdbcOrderStore.builder().dataSource(pool).clock(() -> time.now().plus(Duration.ofMinutes(10))),
                configuration,
                stubs,
                time,
                Optional.empty());
    }

    private static OrderTimeoutEngine build(
            JdbcOrderStoreBuilder store, Path configuration, int stubs, TimeSource time, Optional<DataSource> locks) {
        Settings settings = ConfigSources.load(Optional.of(configuration), List.of(), Map.of())
                .settings();
        StubClient outside = new StubClient(stubs);
        EngineBuilder engine = OrderTimeoutEngine.builder();
        if (Objects.requireNonNull(settings.rules().get(RULE)).scan().shards() > 1) {
            locks.map(Engines::leases).ifPresent(engine::shardLeases);
        }
        return engine.settings(settings)
                .store(store.tables(settings.tables()).build())
                .time(time)
                .paymentGateway(outside)
                .refundIssuer(outside)
                .releaser(outside)
                .foundPaymentHook(FoundPaymentHook.confirming())
                .build();
    }

    private static ShardLeases leases(DataSource pool) {
        return ShedLockShardLeases.builder()
                .lockProvider(new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                        .withJdbcTemplate(new JdbcTemplate(pool))
                        .usingDbTime()
                        .build()))
                .lease(LEASE)
                .build();
    }

    /** A pool that comes back by itself. */
    static HikariDataSource pool(String url, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(3_000);
        config.setValidationTimeout(1_000);
        // Who has connected while a restarted server knew no rights yet keeps them no longer.
        config.setMaxLifetime(30_000);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** The configuration of a node, as a file's text. */
    static String configuration(Scale scale, String zone, boolean brake) {
        return """
                order-timeout:
                  rules:
                    unpaid:
                      table: shop_order
                      id-column: id
                      number-column: order_no
                      status-column: status
                      open-status: 0
                      closed-status: 4
                      paid-status: 1
                      created-column: created_at
                      timeout: TIMEOUTms
                      time-zone: ZONE
                      amount-column: amount
                      on-close: {close_reason: ":reason"}
                      inventory:
                        item-table: shop_item
                        item-order-column: order_id
                        item-quantity-column: qty
                        stock-table: shop_stock
                        stock-keys: {sku: sku}
                        reserved-column: reserved
                        available-column: available
                  scan: {interval: INTERVALms, full-interval: FULLms, batch-size: 50SHARDS}
                  payment: {timeout: 1s, max-defer: 30s, recheck: 5s}
                  release: {timeout: 1s}
                  compensation: {interval: 2s}
                SAFETY                """.replace("TIMEOUT", String.valueOf(scale.timeout().toMillis()))
                .replace("ZONE", zone)
                .replace("FULL", String.valueOf(scale.interval().toMillis() * 2))
                .replace("INTERVAL", String.valueOf(scale.interval().toMillis()))
                .replace("SHARDS", scale.leases() ? ", shards: 6" : "")
                .replace("SAFETY", brake ? "  safety: {max-closes-per-pass: 1, floor: 1}\n" : "");
    }
}

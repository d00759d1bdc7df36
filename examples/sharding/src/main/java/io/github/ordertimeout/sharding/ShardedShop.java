package io.github.ordertimeout.sharding;

import io.github.ordertimeout.EngineBuilder;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.config.SettingsParser;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/**
 * Two doors to the same pools: the shop's, through ShardingSphere-JDBC, which finds each order's table; and the engine's, which works
 * each table of each data source by itself, so that a close and all it owes is one transaction of one database.
 */
public final class ShardedShop {
    private ShardedShop() {}

    /**
     * What the shop reads and writes through: one logical table {@code orders}.
     *
     * @param pools by name: {@code ds0} and {@code ds1}
     */
    public static DataSource shop(Map<String, DataSource> pools) throws SQLException {
        try (InputStream rules = ShardedShop.class.getResourceAsStream("/sharding.yaml")) {
            if (rules == null) {
                throw new IllegalStateException("sharding.yaml is not on the class path");
            }
            return YamlShardingSphereDataSourceFactory.createDataSource(pools, rules.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same tables, as ShardingSphere's {@code actualDataNodes} name them. */
    public static OrderTimeoutEngine engine(Map<String, DataSource> pools) {
        Settings settings = settings("data-sources", "ds{0..1}", "tables", "orders_{0..1}");
        EngineBuilder engine = OrderTimeoutEngine.builder().settings(settings);
        pools.forEach((name, pool) -> engine.store(
                name, () -> JdbcOrderStore.builder().dataSource(pool).build()));
        return engine.build();
    }

    /** One rule, with those keys and values for where its orders lie. */
    static Settings settings(String... where) {
        Map<String, String> keys = new LinkedHashMap<>(Map.of(
                "id-column", "id",
                "status-column", "status",
                "open-status", "0",
                "closed-status", "4",
                "paid-status", "1",
                "created-column", "created_at",
                "timeout", "30m",
                "time-zone", "UTC"));
        for (int i = 0; i < where.length; i += 2) {
            keys.put(where[i], where[i + 1]);
        }
        Map<String, String> rule = new LinkedHashMap<>();
        keys.forEach((key, value) -> rule.put("rules.unpaid." + key, value));
        return SettingsParser.parse(ConfigSources.tree(rule));
    }

    /** The shard of an order, by the same arithmetic as in {@code sharding.yaml}: for {@code guard().inShard}. */
    public static String shardOf(long id) {
        return "ds" + id % 2 + ".orders_" + id / 2 % 2;
    }
}

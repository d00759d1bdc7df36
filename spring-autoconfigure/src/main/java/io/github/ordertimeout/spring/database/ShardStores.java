package io.github.ordertimeout.spring.database;

import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.JdbcOrderStoreBuilder;
import io.github.ordertimeout.store.OrderStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** The stores of the data sources that rules name in {@code data-sources}, by the names of their beans. */
public final class ShardStores {
    private ShardStores() {}

    /**
     * Each is opened when the engine first asks.
     *
     * @throws io.github.ordertimeout.config.ConfigurationException if there is no data source of a name
     */
    public static Map<String, Supplier<OrderStore>> of(Settings settings, OrderDatabase database) {
        Map<String, Supplier<OrderStore>> stores = new LinkedHashMap<>();
        settings.rules().values().stream()
                .filter(rule -> !rule.dataSource().isEmpty())
                .forEach(rule -> stores.computeIfAbsent(rule.dataSource(), name -> {
                    String key = "order-timeout.rules." + rule.configuredName() + ".data-sources";
                    DataSource dataSource = database.shard(key, name);
                    return () -> open(dataSource, settings, database);
                }));
        return stores;
    }

    private static OrderStore open(DataSource dataSource, Settings settings, OrderDatabase database) {
        JdbcOrderStoreBuilder store = JdbcOrderStore.builder()
                .dataSource(OrderDatabase.withoutJoining(dataSource))
                .tables(settings.tables());
        database.transactionsOfShard(dataSource).ifPresent(store::transactions);
        return store.build();
    }
}

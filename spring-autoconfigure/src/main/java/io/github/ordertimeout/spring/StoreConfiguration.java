package io.github.ordertimeout.spring;

import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.JdbcOrderStoreBuilder;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.spring.database.OrderDatabase;
import io.github.ordertimeout.store.OrderStore;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** The store on the application's data source and in its transactions. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {
    @Bean
    @ConditionalOnMissingBean(OrderStore.class)
    @ConditionalOnBean(DataSource.class)
    @Lazy // rules may all name data sources of their own
    JdbcOrderStore orderTimeoutStore(
            Settings settings,
            ConfigurableListableBeanFactory factory,
            Environment environment,
            ObjectProvider<CompensationStore> compensations) {
        OrderDatabase database = new OrderDatabase(factory, environment);
        DataSource orders = database.orders();
        JdbcOrderStoreBuilder store = JdbcOrderStore.builder()
                .dataSource(OrderDatabase.withoutJoining(orders))
                .tables(settings.tables());
        database.transactions(orders).ifPresent(store::transactions);
        database.scans().ifPresent(store::scanDataSource);
        compensations.ifUnique(store::compensations);
        return store.build();
    }
}

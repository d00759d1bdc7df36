package io.github.ordertimeout.spring;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.spring.beans.EngineAssembly;
import io.github.ordertimeout.spring.database.OrderDatabase;
import io.github.ordertimeout.spring.database.ShardStores;
import io.github.ordertimeout.store.OrderStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Engine, guard and lifecycle, wherever there is a store. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBean(OrderStore.class)
class EngineConfiguration {
    // The lifecycle closes it, within Boot's limit rather than the engine's own.
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    OrderTimeoutEngine orderTimeoutEngine(
            Settings settings,
            ObjectProvider<OrderStore> store,
            ConfigurableListableBeanFactory factory,
            ApplicationContext context) {
        OrderDatabase database = new OrderDatabase(factory, context.getEnvironment());
        return new EngineAssembly(settings, store::getObject, ShardStores.of(settings, database), factory)
                .threads(EngineThreadFactory.of(context.getEnvironment()))
                .build(context);
    }

    @Bean
    @ConditionalOnMissingBean
    PaymentGuard orderTimeoutPaymentGuard(OrderTimeoutEngine engine) {
        return engine.guard();
    }

    @Bean
    @ConditionalOnMissingBean
    EngineLifecycle orderTimeoutLifecycle(OrderTimeoutEngine engine, ApplicationContext context) {
        return new EngineLifecycle(engine, context);
    }
}

package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.spring.OrderTimeoutAutoConfiguration;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The engine's meters, in whatever registry the application has. */
@AutoConfiguration(after = OrderTimeoutAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(OrderTimeoutEngine.class)
public final class MetersAutoConfiguration {
    /** Made by Spring. */
    MetersAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    EngineMeters orderTimeoutMeters(ObjectProvider<OrderTimeoutEngine> engine) {
        // Asked when a registry is bound: the engine itself is built with this listener.
        return new EngineMeters("default", engine::getIfUnique);
    }
}

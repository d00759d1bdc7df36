package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.EngineHealth;
import io.github.ordertimeout.OrderTimeoutEngine;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where health is in Boot 3. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(HealthIndicator.class)
class HealthOnBoot3 {
    @Bean
    @ConditionalOnMissingBean(name = "orderTimeoutHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("order-timeout")
    Indicator orderTimeoutHealthIndicator(OrderTimeoutEngine engine) {
        return new Indicator(engine);
    }

    /** Asks nothing of the database. */
    record Indicator(OrderTimeoutEngine engine) implements HealthIndicator {
        @Override
        public Health health() {
            EngineHealth health = engine.health();
            return (health.isUp() ? Health.up() : Health.down())
                    .withDetails(StatusText.health(health, engine.status()))
                    .build();
        }
    }
}

package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.spring.OrderTimeoutAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** The Actuator endpoint, where it is exposed. */
@AutoConfiguration(after = OrderTimeoutAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnSingleCandidate(OrderTimeoutEngine.class)
public final class EndpointAutoConfiguration {
    /** Made by Spring. */
    EndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    OrderTimeoutEndpoint orderTimeoutEndpoint(OrderTimeoutEngine engine) {
        return new OrderTimeoutEndpoint(engine);
    }
}

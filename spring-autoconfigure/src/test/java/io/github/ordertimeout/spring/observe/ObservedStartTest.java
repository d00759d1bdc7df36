package io.github.ordertimeout.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.spring.TestShop;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;

/** On every Boot line: what is there without code, and that health is the one of this line. */
class ObservedStartTest {
    private static final String[] INDICATORS = {
        "org.springframework.boot.actuate.health.HealthIndicator",
        "org.springframework.boot.health.contributor.HealthIndicator"
    };

    @Test
    @DisplayName(
            "with Actuator and a registry: meters with zeros, and the health indicator of exactly one of both lines")
    void observed() throws ClassNotFoundException {
        try (ConfigurableApplicationContext context =
                new TestShop().with("order-timeout.scan.interval=1h").run(Registry.class)) {
            assertThat(context.getBean(MeterRegistry.class)
                            .get("order.timeout.closes")
                            .tags("rule", "unpaid", "outcome", "failed")
                            .counter()
                            .count())
                    .isZero();
            int lines = 0;
            for (String indicator : INDICATORS) {
                if (ClassUtils.isPresent(indicator, null)) {
                    lines++;
                    Map<String, ?> found = context.getBeansOfType(ClassUtils.forName(indicator, null));
                    assertThat(found).containsKey("orderTimeoutHealthIndicator");
                }
            }
            assertThat(lines).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("management.health.order-timeout.enabled=false takes the indicator away")
    void withoutHealth() {
        try (ConfigurableApplicationContext context = new TestShop()
                .with("order-timeout.scan.interval=1h", "management.health.order-timeout.enabled=false")
                .run()) {
            assertThat(context.containsBean("orderTimeoutHealthIndicator")).isFalse();
            assertThat(context.containsBean("orderTimeoutMeters")).isTrue();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Registry {
        @Bean
        SimpleMeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }
}

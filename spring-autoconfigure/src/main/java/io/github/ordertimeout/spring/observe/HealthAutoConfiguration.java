package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.spring.OrderTimeoutAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Import;

/**
 * Health indicator {@code orderTimeout}: down while the engine does not do its work. It is part of no probe unless a group names
 * it, and should never be part of liveness: a restart mends nothing of what it tells.
 */
@AutoConfiguration(after = OrderTimeoutAutoConfiguration.class)
@ConditionalOnSingleCandidate(OrderTimeoutEngine.class)
@Import({HealthOnBoot3.class, HealthOnBoot4.class})
public final class HealthAutoConfiguration {
    /** Made by Spring. */
    HealthAutoConfiguration() {}
}

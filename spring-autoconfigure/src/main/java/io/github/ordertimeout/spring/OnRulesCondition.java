package io.github.ordertimeout.spring;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Off without a rule and with {@code order-timeout.enabled=false}; the condition report says which. */
final class OnRulesCondition extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Order Timeout");
        ConfigurableEnvironment environment = (ConfigurableEnvironment) context.getEnvironment();
        if ("false".equalsIgnoreCase(environment.getProperty("order-timeout.enabled"))) {
            return ConditionOutcome.noMatch(message.because("order-timeout.enabled is false"));
        }
        if (!SpringSettings.hasRules(environment)) {
            return ConditionOutcome.noMatch(message.because("there is no rule below order-timeout.rules"));
        }
        return ConditionOutcome.match(message.because("there are rules below order-timeout.rules"));
    }
}

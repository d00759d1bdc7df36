package io.github.ordertimeout.spring;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.spring.properties.SpringSettings;
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
        try {
            Settings settings = SpringSettings.read((ConfigurableEnvironment) context.getEnvironment());
            if (!settings.enabled()) {
                return ConditionOutcome.noMatch(message.because("order-timeout.enabled is false"));
            }
            if (settings.rules().isEmpty()) {
                return ConditionOutcome.noMatch(message.because("there is no rule below order-timeout.rules"));
            }
            return ConditionOutcome.match(
                    message.because("there are rules " + settings.rules().keySet()));
        } catch (ConfigurationException e) {
            // The bean that reads the settings says it again, where it ends the start.
            return ConditionOutcome.match(message.because("the configuration is faulty: " + e.getMessage()));
        }
    }
}

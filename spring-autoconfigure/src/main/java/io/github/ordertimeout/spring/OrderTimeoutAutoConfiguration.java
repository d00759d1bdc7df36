package io.github.ordertimeout.spring;

import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.spring.properties.SpringSettings;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * An engine for the rules under {@code order-timeout.rules}, on the application's data source. Every bean steps back where the
 * application brings its own.
 */
@AutoConfiguration(
        afterName = {
            // Boot 3.5
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration",
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
            "org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration",
            "org.springframework.boot.autoconfigure.liquibase.LiquibaseAutoConfiguration",
            // Boot 4
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration"
        })
@Conditional(OnRulesCondition.class)
@Import({StoreConfiguration.class, EngineConfiguration.class})
public final class OrderTimeoutAutoConfiguration {
    /** Made by Spring. */
    OrderTimeoutAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    Settings orderTimeoutSettings(ConfigurableEnvironment environment) {
        return SpringSettings.read(environment);
    }
}

package io.github.ordertimeout.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.store.OrderStore;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;

@DisplayName("what there is, and what steps back")
class ConditionsTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(OrderTimeoutAutoConfiguration.class))
            .withPropertyValues("order-timeout.tables.auto-create=true");
    private final ApplicationContextRunner withRule =
            runner.withPropertyValues(TestShop.rule("unpaid").toArray(String[]::new));

    @Test
    @DisplayName("with a data source and a rule there is an engine and a guard")
    void on() {
        withRule.withUserConfiguration(One.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(OrderTimeoutEngine.class)
                        .hasSingleBean(PaymentGuard.class)
                        .hasSingleBean(JdbcOrderStore.class));
    }

    @Test
    @DisplayName("without a rule there is nothing, and the report says why")
    void withoutRule() {
        runner.withUserConfiguration(One.class).run(context -> {
            assertThat(context).doesNotHaveBean(OrderTimeoutEngine.class).doesNotHaveBean(Settings.class);
            assertThat(report(context)).contains("there is no rule below order-timeout.rules");
        });
    }

    @Test
    @DisplayName("with enabled=false there is nothing, and the report says why")
    void disabled() {
        withRule.withUserConfiguration(One.class)
                .withPropertyValues("order-timeout.enabled=false")
                .run(context -> {
                    assertThat(context).doesNotHaveBean(OrderTimeoutEngine.class);
                    assertThat(report(context)).contains("order-timeout.enabled is false");
                });
    }

    @Test
    @DisplayName("without a data source there is no engine, and the report says why")
    void withoutDataSource() {
        withRule.run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(OrderTimeoutEngine.class);
            assertThat(report(context)).contains("did not find any beans of type javax.sql.DataSource");
        });
    }

    @Test
    @DisplayName("a key that does not exist ends the start, even where it is all there is")
    void unknownKey() {
        runner.withUserConfiguration(One.class)
                .withPropertyValues("order-timeout.rulez.unpaid.table=orders")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining("rulez"));
    }

    @Test
    @DisplayName("beans of the application's own replace ours")
    void backsOff() {
        withRule.withUserConfiguration(One.class, Own.class).run(context -> {
            assertThat(context).hasSingleBean(OrderStore.class).hasSingleBean(OrderTimeoutEngine.class);
            assertThat(context.getBean(OrderTimeoutEngine.class)).isSameAs(context.getBean("ownEngine"));
            assertThat(context.getBean(OrderStore.class)).isSameAs(context.getBean("ownStore"));
            assertThat(context.getBean(PaymentGuard.class))
                    .isSameAs(context.getBean(OrderTimeoutEngine.class).guard());
        });
    }

    @Test
    @DisplayName("of two data sources the primary one is taken, another by property; without either the start ends")
    void twoDataSources() {
        withRule.withUserConfiguration(Two.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining("order-timeout.data-source")
                        .hasMessageContaining("first, second"));
        for (String name : new String[] {"first", "second"}) {
            withRule.withUserConfiguration(Two.class)
                    .withPropertyValues("order-timeout.data-source=" + name)
                    .run(context -> assertThat(ownTablesIn(context.getBean(name, DataSource.class)))
                            .isPositive());
        }
        withRule.withUserConfiguration(Two.class)
                .withPropertyValues("order-timeout.data-source=third")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("third"));
        withRule.withUserConfiguration(PrimaryOne.class).run(context -> {
            assertThat(ownTablesIn(context.getBean("other", DataSource.class))).isZero();
            assertThat(ownTablesIn(context.getBean("preferred", DataSource.class)))
                    .isPositive();
        });
    }

    @Test
    @DisplayName("a marked data source is taken, together with its transaction manager")
    void marked() {
        withRule.withUserConfiguration(Marked.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(ownTablesIn(context.getBean("orders", DataSource.class))).isPositive();
            assertThat(ownTablesIn(context.getBean("main", DataSource.class))).isZero();
        });
        withRule.withUserConfiguration(Marked.class)
                .withPropertyValues("order-timeout.transaction-manager=mainManager")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("order-timeout.transaction-manager"));
    }

    private static int ownTablesIn(DataSource dataSource) {
        return new org.springframework.jdbc.core.JdbcTemplate(dataSource)
                .queryForObject(
                        "SELECT COUNT(*) FROM information_schema.tables WHERE LOWER(table_name) LIKE 'order_timeout_%'",
                        Integer.class);
    }

    private static String report(AssertableApplicationContext context) {
        ConfigurableListableBeanFactory factory =
                context.getSourceApplicationContext().getBeanFactory();
        return ConditionEvaluationReport.get(factory).getConditionAndOutcomesBySource().values().stream()
                .flatMap(outcomes -> java.util.stream.StreamSupport.stream(outcomes.spliterator(), false))
                .map(outcome -> outcome.getOutcome().getMessage())
                .collect(Collectors.joining("\n"));
    }

    private static AbstractDriverBasedDataSource database() {
        return new DriverManagerDataSource(TestShop.url());
    }

    @Configuration(proxyBeanMethods = false)
    static class One {
        @Bean
        DataSource dataSource() {
            return database();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {
        @Bean
        JdbcOrderStore ownStore(Settings settings, DataSource dataSource) {
            return JdbcOrderStore.builder()
                    .dataSource(dataSource)
                    .tables(settings.tables())
                    .build();
        }

        @Bean
        OrderTimeoutEngine ownEngine(Settings settings, OrderStore store) {
            return OrderTimeoutEngine.builder().settings(settings).store(store).build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Two {
        @Bean
        DataSource first() {
            return database();
        }

        @Bean
        DataSource second() {
            return database();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryOne {
        @Bean
        DataSource other() {
            return database();
        }

        @Bean
        @Primary
        DataSource preferred() {
            return database();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Marked {
        @Bean
        @Primary
        DataSource main() {
            return database();
        }

        @Bean
        @OrderTimeoutDataSource
        DataSource orders() {
            return database();
        }

        @Bean
        @Primary
        PlatformTransactionManager mainManager(DataSource main) {
            return new DataSourceTransactionManager(main);
        }

        @Bean
        PlatformTransactionManager ordersManager(
                @org.springframework.beans.factory.annotation.Qualifier("orders") DataSource orders) {
            return new DataSourceTransactionManager(orders);
        }
    }
}

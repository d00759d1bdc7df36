package io.github.ordertimeout.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PaymentGuard;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.ClassUtils;

class StartTest {
    @Test
    @DisplayName("an application with a data source and a rule in its properties closes overdue orders by itself")
    void closes() {
        try (ConfigurableApplicationContext context =
                new TestShop().with("order-timeout.scan.interval=200ms").run()) {
            assertThat(context.getBean(OrderTimeoutEngine.class)).isNotNull();
            assertThat(context.getBean(PaymentGuard.class)).isNotNull();
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.update("INSERT INTO orders(id, status) VALUES (1, 0)");
            context.getBean(OrderTimeoutEngine.class).runOnce();
            await().until(() -> TestShop.CLOSED == jdbc.queryForObject("SELECT status FROM orders", Integer.class));
        }
    }

    @Test
    @DisplayName("tables that a script makes are there before the store looks at them")
    void afterInitialization() {
        TestShop shop = new TestShop()
                .with(
                        "spring.sql.init.mode=always",
                        "spring.sql.init.schema-locations=classpath:io/github/ordertimeout/spring/script.sql",
                        "order-timeout.rules.unpaid.table=scripted_orders");
        try (ConfigurableApplicationContext context = shop.run()) {
            assertThat(context.getBean(OrderTimeoutEngine.class).explain("1")).isNotEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("of the two generations of each class that we are ordered after, exactly one is there")
    @ValueSource(
            strings = {
                "autoconfigure.jdbc.DataSourceAutoConfiguration,jdbc.autoconfigure.DataSourceAutoConfiguration",
                "autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration,"
                        + "jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
                "autoconfigure.transaction.TransactionAutoConfiguration,"
                        + "transaction.autoconfigure.TransactionAutoConfiguration",
                "autoconfigure.orm.jpa.HibernateJpaAutoConfiguration,hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "autoconfigure.flyway.FlywayAutoConfiguration,flyway.autoconfigure.FlywayAutoConfiguration",
                "autoconfigure.liquibase.LiquibaseAutoConfiguration,liquibase.autoconfigure.LiquibaseAutoConfiguration"
            })
    void oneOfEachPair(String pair) {
        List<String> after = List.of(OrderTimeoutAutoConfiguration.class
                .getAnnotation(org.springframework.boot.autoconfigure.AutoConfiguration.class)
                .afterName());
        List<String> generations = List.of(pair.split(",")).stream()
                .map("org.springframework.boot."::concat)
                .toList();
        assertThat(after).containsAll(generations);
        assertThat(generations.stream()
                        .filter(name -> ClassUtils.isPresent(name, getClass().getClassLoader())))
                .hasSize(1);
    }
}

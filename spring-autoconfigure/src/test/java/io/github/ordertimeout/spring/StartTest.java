package io.github.ordertimeout.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PaymentGuard;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

class StartTest {
    @Test
    @DisplayName("an application with a data source and a rule in its properties closes overdue orders by itself")
    void closes() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID()
                + ";DB_CLOSE_DELAY=-1;INIT=CREATE TABLE IF NOT EXISTS orders(id INT PRIMARY KEY, status INT, created_at"
                + " TIMESTAMP WITH TIME ZONE)\\;MERGE INTO orders VALUES (1, 0, TIMESTAMP WITH TIME ZONE '2020-01-01"
                + " 00:00:00+00')";
        List<String> properties = List.of(
                "spring.datasource.url=" + url,
                "order-timeout.tables.auto-create=true",
                "order-timeout.rules.unpaid.table=orders",
                "order-timeout.rules.unpaid.id-column=id",
                "order-timeout.rules.unpaid.status-column=status",
                "order-timeout.rules.unpaid.open-status=0",
                "order-timeout.rules.unpaid.closed-status=4",
                "order-timeout.rules.unpaid.created-column=created_at",
                "order-timeout.rules.unpaid.timeout=15m");
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .properties(properties.toArray(String[]::new))
                .run()) {
            assertThat(context.getBean(OrderTimeoutEngine.class)).isNotNull();
            assertThat(context.getBean(PaymentGuard.class)).isNotNull();
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            await().until(() -> 4 == jdbc.queryForObject("SELECT status FROM orders", Integer.class));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {}
}

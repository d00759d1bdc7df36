package io.github.ordertimeout.spring.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.CloseAnswer;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.spring.ForRule;
import io.github.ordertimeout.spring.TestShop;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Data sources of physical shards, by the names of their beans. */
class ShardsTest {
    private static TestShop shop() {
        return new TestShop().with("order-timeout.scan.interval=1h", "order-timeout.scan.full-interval=1h");
    }

    @Test
    @DisplayName("a rule over two beans: each closes its own order of the same id, and a bean for the rule is for both")
    void twoDataSources() {
        TestShop shop = shop().with("order-timeout.rules.unpaid.data-sources=west,east");
        try (ConfigurableApplicationContext context = shop.run(TwoShards.class)) {
            JdbcTemplate west = new JdbcTemplate(context.getBean("west", DataSource.class));
            JdbcTemplate east = new JdbcTemplate(context.getBean("east", DataSource.class));
            OrderTimeoutEngine engine = context.getBean(OrderTimeoutEngine.class);
            west.update("INSERT INTO orders(id, status) VALUES (1, 0), (9, 0)");
            east.update("INSERT INTO orders(id, status) VALUES (1, 0), (9, 0)");
            assertThat(engine.runOnce().rules().keySet()).containsExactly("unpaid@west.orders", "unpaid@east.orders");
            assertThat(status(west, 1)).isEqualTo(TestShop.CLOSED);
            assertThat(status(east, 1)).isEqualTo(TestShop.CLOSED);
            assertThat(status(west, 9)).as("held back by the policy").isEqualTo(TestShop.OPEN);
            assertThat(status(east, 9)).isEqualTo(TestShop.OPEN);
            assertThat(engine.cancel("east.orders:9", "test", "me")).isEqualTo(CloseAnswer.CLOSED);
            assertThat(status(east, 9)).isEqualTo(TestShop.CLOSED);
            assertThat(status(west, 9)).isEqualTo(TestShop.OPEN);
            assertThat(east.queryForObject("SELECT count(*) FROM order_timeout_release", Integer.class))
                    .isEqualTo(2);
        }
    }

    @Test
    @DisplayName("a name that is no data source's ends the start, with the names that are")
    void wrongName() {
        TestShop shop = shop().with("order-timeout.rules.unpaid.data-sources=west,north");
        assertThatThrownBy(() -> shop.run(TwoShards.class).close())
                .rootCause()
                .hasMessageContaining("order-timeout.rules.unpaid.data-sources is \"north\"")
                .hasMessageContaining("west, east");
    }

    private static int status(JdbcTemplate jdbc, int id) {
        return jdbc.queryForObject("SELECT status FROM orders WHERE id = ?", Integer.class, id);
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoShards {
        @Bean
        DataSource west() {
            return new DriverManagerDataSource(TestShop.url());
        }

        @Bean
        DataSource east() {
            return new DriverManagerDataSource(TestShop.url());
        }

        @Bean
        @ForRule("unpaid")
        ClosePolicy notTheNinth() {
            return (order, context) -> order.id().equals("9") ? Verdict.skip("ninth") : Verdict.close();
        }
    }
}

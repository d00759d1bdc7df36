package io.github.ordertimeout.spring.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.spring.OrderTimeoutDataSource;
import io.github.ordertimeout.spring.TestShop;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

class ReplicaTest {
    private static TestShop shop() {
        return new TestShop().with("order-timeout.scan.interval=1h", "order-timeout.scan.full-interval=1h");
    }

    @Test
    @DisplayName("scans read the replica, closes happen on the primary, which stands in while the replica is away")
    void replica() {
        try (ConfigurableApplicationContext context = shop().run(WithReplica.class)) {
            JdbcTemplate primary = new JdbcTemplate(context.getBean("primary", DataSource.class));
            Replica replica = context.getBean(Replica.class);
            JdbcTemplate copy = new JdbcTemplate(replica);
            OrderTimeoutEngine engine = context.getBean(OrderTimeoutEngine.class);

            primary.update("INSERT INTO orders(id, status) VALUES (1, 0), (2, 0)");
            copy.update("INSERT INTO orders(id, status) VALUES (1, 0)");
            engine.runOnce();
            assertThat(status(primary, 1)).isEqualTo(TestShop.CLOSED);
            assertThat(status(primary, 2)).as("not seen on the replica yet").isEqualTo(TestShop.OPEN);
            assertThat(status(copy, 1)).as("nothing is written there").isEqualTo(TestShop.OPEN);

            replica.away.set(true);
            engine.runOnce();
            assertThat(status(primary, 2)).isEqualTo(TestShop.CLOSED);
            int asked = replica.asked.get();
            engine.runOnce();
            assertThat(replica.asked.get()).as("asked again only after a while").isEqualTo(asked);
        }
    }

    @Test
    @DisplayName("a routing data source is used like any other")
    void routing() {
        try (ConfigurableApplicationContext context = shop().run(Routing.class)) {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.update("INSERT INTO orders(id, status) VALUES (1, 0)");
            context.getBean(OrderTimeoutEngine.class).runOnce();
            assertThat(status(jdbc, 1)).isEqualTo(TestShop.CLOSED);
        }
    }

    private static int status(JdbcTemplate jdbc, int id) {
        return jdbc.queryForObject("SELECT status FROM orders WHERE id = ?", Integer.class, id);
    }

    @Configuration(proxyBeanMethods = false)
    static class WithReplica {
        @Bean
        @Primary
        DataSource primary() {
            return new DriverManagerDataSource(TestShop.url());
        }

        @Bean
        @OrderTimeoutDataSource(scan = true)
        Replica replica() {
            return new Replica(new DriverManagerDataSource(TestShop.url()));
        }
    }

    static class Replica extends DelegatingDataSource {
        private final AtomicBoolean away = new AtomicBoolean();
        private final AtomicInteger asked = new AtomicInteger();

        Replica(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            asked.incrementAndGet();
            if (away.get()) {
                throw new SQLException("the replica is away", "08001");
            }
            return super.getConnection();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Routing {
        @Bean
        DataSource dataSource() {
            AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
                @Override
                protected Object determineCurrentLookupKey() {
                    return "main";
                }
            };
            routing.setTargetDataSources(Map.of("main", new DriverManagerDataSource(TestShop.url())));
            return routing;
        }
    }
}

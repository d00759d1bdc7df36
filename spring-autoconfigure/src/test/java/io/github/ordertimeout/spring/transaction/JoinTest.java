package io.github.ordertimeout.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.spring.TestShop;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Insert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("one transaction with whatever the application writes by")
class JoinTest {
    private ConfigurableApplicationContext context;
    private JdbcTemplate jdbc;
    private Releaser releaser;

    @BeforeAll
    void start() {
        context = new TestShop()
                .jpa()
                .with("order-timeout.scan.interval=1h", "order-timeout.scan.full-interval=1h")
                .run(Shop.class);
        jdbc = context.getBean(JdbcTemplate.class);
        releaser = context.getBean(Releaser.class);
    }

    @AfterAll
    void stop() {
        context.close();
    }

    @BeforeEach
    void empty() {
        jdbc.update("DELETE FROM orders");
        jdbc.update("DELETE FROM notes");
        jdbc.update("DELETE FROM order_timeout_compensation");
        jdbc.update("DELETE FROM order_timeout_release");
        releaser.seen = -1;
        releaser.fails = false;
    }

    /** How a releaser writes. */
    enum By {
        JDBC_TEMPLATE,
        MYBATIS,
        JPA
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("a local releaser's writes are committed together with the close")
    @EnumSource(By.class)
    void commits(By by) {
        releaser.by = by;
        jdbc.update("INSERT INTO orders(id, status) VALUES (1, 0)");
        context.getBean(OrderTimeoutEngine.class).runOnce();
        assertThat(status()).isEqualTo(TestShop.CLOSED);
        assertThat(jdbc.queryForList("SELECT text FROM notes", String.class)).containsExactly(by.name());
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("a local releaser's failure rolls its writes back together with the close")
    @EnumSource(By.class)
    void rollsBack(By by) {
        releaser.by = by;
        releaser.fails = true;
        jdbc.update("INSERT INTO orders(id, status) VALUES (1, 0)");
        context.getBean(OrderTimeoutEngine.class).runOnce();
        assertThat(status()).isEqualTo(TestShop.OPEN);
        assertThat(jdbc.queryForList("SELECT text FROM notes", String.class)).isEmpty();
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM order_timeout_release", Integer.class))
                .isZero();
    }

    @Test
    @DisplayName("a JPA session in the closing transaction sees the closed row")
    void sessionSeesClose() {
        releaser.by = By.JPA;
        jdbc.update("INSERT INTO orders(id, status) VALUES (1, 0)");
        context.getBean(OrderTimeoutEngine.class).runOnce();
        assertThat(releaser.seen).isEqualTo(TestShop.CLOSED);
    }

    @Test
    @DisplayName("the guard's confirm joins the caller's transaction, and its rollback takes the answer with it")
    void confirmJoins() {
        PaymentGuard guard = context.getBean(PaymentGuard.class);
        TransactionTemplate host = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        jdbc.update("INSERT INTO orders(id, status, created_at) VALUES (1, 0, CURRENT_TIMESTAMP)");
        assertThatThrownBy(() -> host.executeWithoutResult(status -> {
                    Confirmation answer = guard.confirm("1", "tx-1");
                    assertThat(answer.result()).isEqualTo(Confirmation.Result.PAID);
                    assertThat(status()).as("seen inside").isEqualTo(TestShop.PAID);
                    throw new IllegalStateException("the host changed its mind");
                }))
                .hasMessage("the host changed its mind");
        assertThat(status()).isEqualTo(TestShop.OPEN);
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM order_timeout_payment", Integer.class))
                .isZero();

        host.executeWithoutResult(status -> guard.confirm("1", "tx-1"));
        assertThat(status()).isEqualTo(TestShop.PAID);
        assertThat(guard.confirm("1", "tx-1").result()).isEqualTo(Confirmation.Result.REPEATED);
    }

    private int status() {
        return jdbc.queryForObject("SELECT status FROM orders WHERE id = 1", Integer.class);
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    static class Shop {
        @Bean
        Releaser releaser(JdbcTemplate jdbc, NoteMapper mapper) {
            return new Releaser(jdbc, mapper);
        }

        @Bean
        SqlSessionFactoryBean sqlSessionFactory(DataSource dataSource) {
            SqlSessionFactoryBean factory = new SqlSessionFactoryBean();
            factory.setDataSource(dataSource);
            return factory;
        }

        @Bean
        MapperFactoryBean<NoteMapper> noteMapper(org.apache.ibatis.session.SqlSessionFactory sessions) {
            MapperFactoryBean<NoteMapper> mapper = new MapperFactoryBean<>(NoteMapper.class);
            mapper.setSqlSessionFactory(sessions);
            return mapper;
        }
    }

    interface NoteMapper {
        @Insert("INSERT INTO notes(text) VALUES (#{text})")
        void insert(String text);
    }

    static class Releaser implements InventoryReleaser {
        private final JdbcTemplate jdbc;
        private final NoteMapper mapper;
        private By by = By.JDBC_TEMPLATE;
        private boolean fails;
        private int seen = -1;

        @PersistenceContext
        private EntityManager entities;

        Releaser(JdbcTemplate jdbc, NoteMapper mapper) {
            this.jdbc = jdbc;
            this.mapper = mapper;
        }

        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            switch (by) {
                case JDBC_TEMPLATE -> jdbc.update("INSERT INTO notes(text) VALUES (?)", by.name());
                case MYBATIS -> mapper.insert(by.name());
                case JPA -> {
                    entities.persist(new Note(by.name()));
                    seen = entities.find(
                                    JpaOrder.class,
                                    Integer.valueOf(order.order().id()))
                            .status();
                    entities.flush();
                }
            }
            if (fails) {
                throw new IllegalStateException("nothing to be given back by " + by);
            }
        }
    }
}

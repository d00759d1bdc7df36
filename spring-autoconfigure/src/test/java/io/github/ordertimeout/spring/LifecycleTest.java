package io.github.ordertimeout.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.env.MapPropertySource;
import org.springframework.javapoet.ClassName;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

class LifecycleTest {
    private static JdbcTemplate withOrder(ConfigurableApplicationContext context) {
        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
        jdbc.update("INSERT INTO orders(id, status) VALUES (1, 0)");
        return jdbc;
    }

    private static TestShop shop() {
        return new TestShop().with("order-timeout.scan.interval=200ms", "order-timeout.scan.full-interval=200ms");
    }

    @Test
    @DisplayName("a close that is under way when the context closes ends while data source and executors still work")
    void graceful() throws InterruptedException {
        SlowReleaser releaser;
        JdbcTemplate afterwards;
        try (ConfigurableApplicationContext context = shop().run(Slow.class)) {
            releaser = context.getBean(SlowReleaser.class);
            afterwards = new JdbcTemplate(new DriverManagerDataSource(
                    context.getEnvironment().getProperty("spring.datasource.url"), "sa", ""));
            withOrder(context);
            assertThat(releaser.begun.await(20, TimeUnit.SECONDS)).isTrue();
            Thread closing = new Thread(context::close);
            closing.start();
            await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
            releaser.go.countDown();
            closing.join(20_000);
            assertThat(closing.isAlive()).isFalse();
        }
        assertThat(releaser.usedExecutor).isTrue();
        assertThat(afterwards.queryForObject("SELECT status FROM orders", Integer.class))
                .isEqualTo(TestShop.CLOSED);
    }

    @Test
    @DisplayName("a close that hangs does not hold the shutdown longer than Boot's limit for a phase")
    void bounded() throws InterruptedException {
        ConfigurableApplicationContext context =
                shop().with("spring.lifecycle.timeout-per-shutdown-phase=300ms").run(Slow.class);
        SlowReleaser releaser = context.getBean(SlowReleaser.class);
        withOrder(context);
        assertThat(releaser.begun.await(20, TimeUnit.SECONDS)).isTrue();
        Thread closing = new Thread(context::close);
        closing.start();
        // Without the limit it would wait for the engine's own patience, or for ever.
        closing.join(20_000);
        assertThat(closing.isAlive()).isFalse();
        assertThat(releaser.go.getCount()).isOne();
        releaser.go.countDown();
    }

    @Test
    @DisplayName("a context that is stopped and started again goes on closing, lazy beans or not")
    void restarts() {
        try (ConfigurableApplicationContext context =
                shop().with("spring.main.lazy-initialization=true").run()) {
            assertThat(context.getBean(EngineLifecycle.class).isRunning()).isTrue();
            context.stop();
            assertThat(context.getBean(EngineLifecycle.class).isRunning()).isFalse();
            context.start();
            JdbcTemplate jdbc = withOrder(context);
            await().until(() -> TestShop.CLOSED == jdbc.queryForObject("SELECT status FROM orders", Integer.class));
        }
    }

    @Test
    @DisplayName("ahead-of-time processing touches no database and starts nothing")
    void aheadOfTime() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            Map<String, Object> properties = new LinkedHashMap<>();
            TestShop.rule("unpaid").forEach(rule -> properties.put(rule.split("=")[0], rule.split("=")[1]));
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
            context.register(Untouched.class, OrderTimeoutAutoConfiguration.class);
            InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
            DefaultGenerationContext generation = new DefaultGenerationContext(
                    new ClassNameGenerator(ClassName.get("io.github.ordertimeout.spring", "Application")), files);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
            generation.writeGeneratedContent();
            assertThat(files.getGeneratedFiles(GeneratedFiles.Kind.SOURCE).keySet())
                    .as("beans were generated")
                    .anyMatch(name -> name.contains("EngineConfiguration"));
            assertThat(Untouched.CONNECTIONS).hasValue(0);
        }
    }

    @Test
    @DisplayName("the engine works on virtual threads where the application does")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreads() {
        assertThat(closesOn("true")).isTrue();
    }

    @Test
    @DisplayName("the engine works on platform threads by default, and where the JDK has no others")
    void platformThreads() {
        assertThat(closesOn("false")).isFalse();
    }

    /** Whether a releaser was called on a virtual thread. */
    private static boolean closesOn(String virtual) {
        try (ConfigurableApplicationContext context =
                shop().with("spring.threads.virtual.enabled=" + virtual).run(Threads.class)) {
            JdbcTemplate jdbc = withOrder(context);
            await().until(() -> TestShop.CLOSED == jdbc.queryForObject("SELECT status FROM orders", Integer.class));
            return context.getBean(ThreadNoter.class).virtual;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Threads {
        @Bean
        ThreadNoter noter() {
            return new ThreadNoter();
        }
    }

    static class ThreadNoter implements InventoryReleaser {
        private volatile boolean virtual;

        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            virtual = Thread.currentThread().getClass().getName().contains("Virtual");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Slow {
        @Bean
        ThreadPoolTaskExecutor executor() {
            return new ThreadPoolTaskExecutor();
        }

        @Bean
        SlowReleaser releaser(ThreadPoolTaskExecutor executor) {
            return new SlowReleaser(executor);
        }
    }

    static class SlowReleaser implements InventoryReleaser {
        private final ThreadPoolTaskExecutor executor;
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);
        private volatile boolean usedExecutor;

        SlowReleaser(ThreadPoolTaskExecutor executor) {
            this.executor = executor;
        }

        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            begun.countDown();
            try {
                go.await();
                usedExecutor = executor.submit(() -> true).get();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Untouched {
        private static final AtomicInteger CONNECTIONS = new AtomicInteger();

        @Bean
        DataSource dataSource() {
            return new AbstractDataSource() {
                @Override
                public Connection getConnection() throws SQLException {
                    CONNECTIONS.incrementAndGet();
                    throw new SQLException("away");
                }

                @Override
                public Connection getConnection(String user, String password) throws SQLException {
                    return getConnection();
                }
            };
        }
    }
}

package io.github.ordertimeout.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.memory.MemoryOrderStore;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.settle.RefundAnswer;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.spring.ForRule;
import io.github.ordertimeout.spring.TenantContext;
import io.github.ordertimeout.spring.TestShop;
import io.github.ordertimeout.store.OrderStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronizationManager;

@DisplayName("beans are the extension points")
class BeansTest {
    private static final List<String> CALLS = Collections.synchronizedList(new ArrayList<>());

    private static TestShop shop() {
        CALLS.clear();
        return new TestShop()
                .with(TestShop.rule("other").toArray(String[]::new))
                .with(
                        "order-timeout.rules.unpaid.where.tenant=a",
                        "order-timeout.rules.unpaid.columns=tenant",
                        "order-timeout.rules.other.where.tenant=b",
                        "order-timeout.rules.other.columns=tenant",
                        "order-timeout.scan.interval=1h");
    }

    private static void pass(ConfigurableApplicationContext context) {
        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
        // Before the orders are there: the engine's own first pass may meet them as well.
        CALLS.clear();
        jdbc.update("INSERT INTO orders(id, status, tenant) VALUES (1, 0, 'a'), (2, 0, 'b')");
        context.getBean(OrderTimeoutEngine.class).runOnce();
    }

    @Test
    @DisplayName("policies and releasers are all used, in their order, for the rules they are for")
    void several() {
        try (ConfigurableApplicationContext context = shop().run(Several.class)) {
            pass(context);
            assertThat(CALLS).containsSubsequence("first 1", "second 1", "coupons 1");
            assertThat(CALLS).contains("second 2").doesNotContain("first 2", "coupons 2");
        }
    }

    @Test
    @DisplayName(
            "a gateway for a rule wins over the one for all; late payments and refunds go to the application's beans")
    void one() {
        try (ConfigurableApplicationContext context =
                shop().with("order-timeout.rules.unpaid.late-payment=manual").run(Single.class)) {
            pass(context);
            assertThat(CALLS).contains("own 1", "general 2").doesNotContain("general 1", "own 2");
            context.getBean(PaymentGuard.class).confirm("1", "late");
            context.getBean(OrderTimeoutEngine.class).runOnce();
            assertThat(CALLS).containsSubsequence("late 1", "refund 1");
        }
    }

    @Test
    @DisplayName("shard leases say which shards the node works; those of a rule win over those for all")
    void shardLeases() {
        try (ConfigurableApplicationContext context =
                shop().with("order-timeout.scan.shards=4").run(Leases.class)) {
            await().until(() -> CALLS.containsAll(List.of("own leases: unpaid 4", "general leases: other 4")));
            assertThat(CALLS).doesNotContain("own leases: other 4", "general leases: unpaid 4");
        }
    }

    @Test
    @DisplayName(
            "events reach listeners and, as application events, the application, after the commit and outside transactions")
    void events() {
        try (ConfigurableApplicationContext context = shop().run(Events.class)) {
            pass(context);
            assertThat(CALLS).contains("listener 1", "application event 1 closed, in transaction: false");
        }
    }

    @Test
    @DisplayName("each call is made for the tenant of its order, batches tenant by tenant")
    void tenants() {
        TestShop shop = shop().with("order-timeout.rules.unpaid.where.tenant=[a, b]");
        try (ConfigurableApplicationContext context = shop.run(Tenanted.class)) {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.update("INSERT INTO orders(id, status, tenant) VALUES (1, 0, 'a'), (2, 0, 'b'), (3, 0, 'a')");
            CALLS.clear();
            context.getBean(OrderTimeoutEngine.class).runOnce();
            assertThat(CALLS)
                    .contains("judged 1 for a", "judged 2 for b", "judged 3 for a")
                    .contains("asked 2 orders for a", "asked 1 orders for b")
                    .contains("released 1 for a", "released 2 for b", "released 3 for a")
                    .contains("heard 1 for a", "heard 2 for b", "heard 3 for a");
            assertThat(Tenanted.CURRENT.get()).isNull();
        }
    }

    @Test
    @DisplayName("a compensation store of the application's own replaces the table")
    void compensationStore() {
        try (ConfigurableApplicationContext context = shop().run(OwnCompensations.class)) {
            assertThat(context.getBean(OrderStore.class).compensations())
                    .isSameAs(context.getBean(CompensationStore.class));
        }
    }

    @Test
    @DisplayName("a bean for a rule that does not exist, and two beans for one place, end the start")
    void contradictions() {
        assertThatThrownBy(() -> shop().run(WrongRule.class))
                .rootCause()
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("unpayed")
                .hasMessageContaining("the rules are ");
        assertThatThrownBy(() -> shop().run(TwoGateways.class))
                .rootCause()
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("oneGateway and otherGateway")
                .hasMessageContaining("@Primary");
    }

    private static ClosePolicy policy(String name) {
        return (order, check) -> {
            CALLS.add(name + " " + order.id());
            return Verdict.close();
        };
    }

    private static PaymentGateway gateway(String name) {
        return order -> {
            CALLS.add(name + " " + order.id());
            return PaymentAnswer.notPaid();
        };
    }

    @Configuration(proxyBeanMethods = false)
    static class Several {
        @Bean
        @Order(2)
        ClosePolicy second() {
            return policy("second");
        }

        @Bean
        @Order(1)
        @ForRule("unpaid")
        ClosePolicy first() {
            return policy("first");
        }

        @Bean
        Coupons coupons() {
            return new Coupons();
        }
    }

    @ForRule("unpaid")
    static class Coupons implements InventoryReleaser {
        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            CALLS.add("coupons " + order.order().id());
        }

        @Override
        public String releaseType() {
            return "coupons";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Leases {
        private static ShardLeases leases(String name) {
            return (rule, total) -> {
                CALLS.add(name + " leases: " + rule + " " + total);
                return Set.of(0);
            };
        }

        @Bean
        ShardLeases general() {
            return leases("general");
        }

        @Bean
        @ForRule("unpaid")
        ShardLeases own() {
            return leases("own");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Single {
        @Bean
        PaymentGateway general() {
            return gateway("general");
        }

        @Bean
        @ForRule("unpaid")
        PaymentGateway own() {
            return gateway("own");
        }

        @Bean
        LatePaymentPolicy late() {
            return payment -> {
                CALLS.add("late " + payment.order().order().id());
                return LatePaymentPolicy.Decision.REFUND;
            };
        }

        @Bean
        RefundIssuer refunds() {
            return request -> {
                CALLS.add("refund " + request.key().id());
                return RefundAnswer.refunded();
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Events {
        @Bean
        EngineListener listener() {
            return event -> {
                if (event instanceof EngineEvent.OrderClosed closed) {
                    CALLS.add("listener " + closed.order().order().id());
                }
            };
        }

        @Bean
        OnClosed onClosed(JdbcTemplate jdbc) {
            return new OnClosed(jdbc);
        }
    }

    static class OnClosed {
        private final JdbcTemplate jdbc;

        OnClosed(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @EventListener
        void on(EngineEvent.OrderClosed closed) {
            String id = closed.order().order().id();
            int status =
                    jdbc.queryForObject("SELECT status FROM orders WHERE id = ?", Integer.class, Integer.valueOf(id));
            CALLS.add("application event " + id + (status == TestShop.CLOSED ? " closed" : " open")
                    + ", in transaction: " + TransactionSynchronizationManager.isActualTransactionActive());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Tenanted {
        private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

        @Bean
        TenantContext tenantContext() {
            return new TenantContext() {
                @Override
                public Object tenantOf(OrderKey key, Optional<OrderSnapshot> order) {
                    return order.map(found -> String.valueOf(found.columns().get("tenant")))
                            .orElse("unknown");
                }

                @Override
                public void run(Object tenant, Runnable call) {
                    CURRENT.set((String) tenant);
                    try {
                        call.run();
                    } finally {
                        CURRENT.remove();
                    }
                }
            };
        }

        @Bean
        ClosePolicy policy() {
            return (order, check) -> {
                CALLS.add("judged " + order.id() + " for " + CURRENT.get());
                return Verdict.close();
            };
        }

        @Bean
        PaymentGateway gateway() {
            return new PaymentGateway() {
                @Override
                public PaymentAnswer query(OrderSnapshot order) {
                    return PaymentAnswer.notPaid();
                }

                @Override
                public int batchSize() {
                    return 10;
                }

                @Override
                public Map<String, PaymentAnswer> queryAll(List<OrderSnapshot> orders) {
                    CALLS.add("asked " + orders.size() + " orders for " + CURRENT.get());
                    return PaymentGateway.super.queryAll(orders);
                }
            };
        }

        @Bean
        InventoryReleaser releaser() {
            return (order, context) -> CALLS.add("released " + order.order().id() + " for " + CURRENT.get());
        }

        @Bean
        EngineListener listener() {
            return event -> {
                if (event instanceof EngineEvent.OrderClosed closed) {
                    CALLS.add("heard " + closed.order().order().id() + " for " + CURRENT.get());
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnCompensations {
        @Bean
        CompensationStore ownCompensations() {
            return MemoryOrderStore.create(Instant::now).compensations();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WrongRule {
        @Bean
        @ForRule("unpayed")
        ClosePolicy misspelled() {
            return policy("any");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoGateways {
        @Bean
        PaymentGateway oneGateway() {
            return gateway("one");
        }

        @Bean
        PaymentGateway otherGateway() {
            return gateway("other");
        }
    }
}

package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.Gate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;

/** A payment side that hangs, and one that never comes to an end. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
@Timeout(120)
class DeadProviderTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    @Test
    @DisplayName(
            "B2 a gateway that never answers: 10,000 overdue orders, 5 connections; the pass ends after a few calls, no"
                    + " hung call holds a connection, every order is accounted for")
    void neverAnswers() {
        shop.orders(1, 10_000, HOUR, Optional.empty());
        Gate never = new Gate();
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger mostConnections = new AtomicInteger();
        try (HikariDataSource pool = db.pool(config -> config.setMaximumPoolSize(5))) {
            PaymentGateway hanging = order -> {
                calls.incrementAndGet();
                mostConnections.accumulateAndGet(pool.getHikariPoolMXBean().getActiveConnections(), Math::max);
                never.pass();
                return PaymentAnswer.notPaid();
            };
            OrderTimeoutEngine engine = shop.engine(
                            pool,
                            Shop.settings(String.join("\n", RULE, "payment: {timeout: 300ms}", "close: {threads: 1}")))
                    .paymentGateway(hanging)
                    .build();
            RuleReport report = shop.run(engine);
            assertThat(report.scanned()).isEqualTo(10_000);
            assertThat(report.deferred()).isEqualTo(10_000);
            assertThat(report.reasons())
                    .containsEntry("payment-unknown", 10_000L)
                    .containsEntry("payment-call-abandoned", 8L);
            assertThat(calls)
                    .as("one round; then the provider is taken for dead")
                    .hasValueLessThanOrEqualTo(8);
            assertThat(mostConnections).as("held while calls hang").hasValue(0);
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            assertThat(shop.ledgerRows()).isZero();
            engine.close();
        } finally {
            never.open();
        }
    }

    @Test
    @DisplayName(
            "B20 killed and restarted every 10 s while the payment is in progress: max-defer is still reached, with one"
                    + " alert")
    void restarts() {
        shop.order(1, Duration.ofMinutes(31));
        int stuckAfter = 0;
        for (int restart = 1; restart <= 190; restart++) {
            OrderTimeoutEngine killed = shop.engine(RULE)
                    .paymentGateway(order -> PaymentAnswer.inProgress())
                    .build();
            RuleReport report = shop.run(killed);
            assertThat(report.deferred()).isEqualTo(1);
            if (report.stuck() == 1 && stuckAfter == 0) {
                stuckAfter = restart;
            }
            shop.pass(Duration.ofSeconds(10));
        }
        // Due a minute ago; 29 minutes and the first moment after them are 174 steps of 10 s and one.
        assertThat(stuckAfter).isEqualTo(176);
        assertThat(shop.events(EngineEvent.OrderStuck.class)).hasSize(1);
        assertThat(db.column("select kind from order_timeout_compensation")).containsExactly("STUCK");
        assertThat(shop.status(1)).isZero();
    }
}

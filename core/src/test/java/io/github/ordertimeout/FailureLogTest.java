package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.config.Rule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What a shop's own gateway, hook, issuer or policy throws stands in the log, once, with where it belongs. */
class FailureLogTest {
    private static final Duration OLD = Duration.ofHours(1);

    private final MemoryShop shop = new MemoryShop();
    private final Rule rule = Rules.created("50m").build();
    private final Logger logger = (Logger) LoggerFactory.getLogger(EngineLog.ENGINE);
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    @BeforeEach
    void listen() {
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(appender);
    }

    @Test
    @DisplayName("a gateway that throws: one line for all orders that it was asked about together")
    void gateway() {
        for (int id = 1; id <= 3; id++) {
            shop.order(id, OLD);
        }
        shop.engine(rule)
                .paymentGateway(order -> {
                    throw new IllegalStateException("502 from the provider");
                })
                .build()
                .runOnce();
        assertThat(warnings())
                .containsExactly("The payment gateway of rule unpaid: 3 of 3 calls failed or did not come back;"
                        + " the first failure: 502 from the provider");
    }

    @Test
    @DisplayName("a hook and an issuer that throw: with the payment and the order")
    void hookAndIssuer() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .foundPaymentHook((payment, guard) -> {
                    throw new IllegalStateException("the shop is busy");
                })
                .refundIssuer(request -> {
                    throw new IllegalStateException("503 from the provider");
                })
                .paymentGateway(order ->
                        order.id().equals("1") ? PaymentAnswer.paid("tx1", BigDecimal.TEN) : PaymentAnswer.notPaid())
                .build();
        engine.runOnce();
        shop.order(2, OLD);
        engine.runOnce();
        engine.guard().confirm("2", "tx2", BigDecimal.TEN);
        engine.runOnce();
        assertThat(warnings())
                .containsExactly(
                        "The hook for found payments of rule unpaid: the call about payment tx1 of order orders/1 failed or"
                                + " did not come back; the first failure: the shop is busy",
                        "The refund issuer of rule unpaid: the call about payment tx2 of order orders/2 failed or"
                                + " did not come back; the first failure: 503 from the provider");
    }

    @Test
    @DisplayName("a late-payment policy that throws: nothing is decided, and it is said which payment hangs")
    void policy() {
        shop.order(1, OLD);
        OrderTimeoutEngine engine = shop.engine(rule)
                .latePaymentPolicy(payment -> {
                    throw new IllegalStateException("no idea");
                })
                .build();
        engine.runOnce();
        assertThatThrownBy(() -> engine.guard().confirm("1", "tx1")).hasMessageContaining("no idea");
        assertThat(warnings())
                .containsExactly(
                        "The late-payment policy of rule unpaid: payment tx1 of order orders/1 could not be decided about."
                                + " no idea");
    }

    private List<String> warnings() {
        return appender.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(event -> event.getFormattedMessage() + " "
                        + event.getThrowableProxy().getMessage())
                .toList();
    }
}

package io.github.ordertimeout;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.log.LogContext;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Log lines, and those of the user's code, say which rule, pass and order they belong to; a host's own values come back. */
class LogContextTest {
    private static final Map<String, String> HOST =
            Map.of("traceId", "t1", LogContext.RULE, "the host's", LogContext.ORDER, "of the host");

    private final MemoryShop shop = new MemoryShop();
    private final Map<String, Map<String, String>> seen = new ConcurrentHashMap<>();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent line) {
            // An event asks for its context when that is first looked at.
            line.prepareForDeferredProcessing();
            super.append(line);
        }
    };
    private final Logger root = (Logger) LoggerFactory.getLogger("io.github.ordertimeout");

    @BeforeEach
    void host() {
        lines.start();
        root.addAppender(lines);
        MDC.setContextMap(HOST);
    }

    @AfterEach
    void clear() {
        root.detachAppender(lines);
        MDC.clear();
    }

    private void saw(String who) {
        seen.put(who, Objects.requireNonNullElse(MDC.getCopyOfContextMap(), Map.of()));
    }

    private final class Releaser implements InventoryReleaser {
        private final ReleaseMode mode;

        Releaser(ReleaseMode mode) {
            this.mode = mode;
        }

        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            saw(releaseType());
        }

        @Override
        public ReleaseMode mode() {
            return mode;
        }

        @Override
        public String releaseType() {
            return mode == ReleaseMode.LOCAL ? "local" : "remote";
        }
    }

    private OrderTimeoutEngine engine(int closeThreads) {
        return shop.engine(Rules.created("50m").closeThreads(closeThreads).build())
                .policy((order, context) -> {
                    saw("policy");
                    return Verdict.close();
                })
                .paymentGateway(order -> {
                    saw("gateway");
                    return PaymentAnswer.notPaid();
                })
                .releaser(new Releaser(ReleaseMode.LOCAL))
                .releaser(new Releaser(ReleaseMode.REMOTE))
                .listener(event -> saw(event.getClass().getSimpleName()))
                .build();
    }

    @Test
    @DisplayName("a pass on the caller's thread, with and without threads of its own for closing")
    void pass() {
        for (int threads = 1; threads <= 2; threads++) {
            shop.order(threads, Duration.ofHours(1));
            engine(threads).runOnce();
            for (String who : new String[] {"policy", "gateway", "local", "remote", "OrderClosed"}) {
                assertThat(seen.get(who))
                        .as(who)
                        .containsEntry(LogContext.RULE, "unpaid")
                        .containsEntry(LogContext.ORDER, "orders/" + threads)
                        .containsEntry(LogContext.PASS, "full-1")
                        .containsEntry("traceId", "t1");
            }
            assertThat(seen.get("PassEnded")).containsEntry(LogContext.RULE, "unpaid");
            assertThat(MDC.getCopyOfContextMap()).isEqualTo(HOST);
        }
        assertThat(lines.list)
                .filteredOn(line -> line.getFormattedMessage().contains("order N1 closed"))
                .singleElement()
                .satisfies(line -> assertThat(line.getMDCPropertyMap())
                        .containsEntry(LogContext.ORDER, "orders/1")
                        .containsEntry(LogContext.PASS, "full-1"));
        assertThat(lines.list)
                .filteredOn(line -> line.getFormattedMessage().contains("full pass at"))
                .allSatisfy(line -> assertThat(line.getMDCPropertyMap()).containsEntry(LogContext.PASS, "full-1"));
    }

    @Test
    @DisplayName("a cancel on a thread of the host, which keeps its values; nothing of a pass is said there")
    void cancel() {
        shop.order(1, Duration.ZERO);
        assertThat(engine(1).cancel("1", "changed my mind", "ann")).isEqualTo(CloseAnswer.CLOSED);
        assertThat(seen.get("local"))
                .containsEntry(LogContext.RULE, "unpaid")
                .containsEntry(LogContext.ORDER, "orders/1")
                .doesNotContainKey(LogContext.PASS);
        assertThat(MDC.getCopyOfContextMap()).isEqualTo(HOST);
    }

    @Test
    @DisplayName("the engine's own threads keep nothing of one task for the next")
    void threads() {
        shop.order(1, Duration.ofHours(1));
        OrderTimeoutEngine engine = engine(2);
        engine.runOnce();
        MDC.clear();
        shop.order(2, Duration.ofHours(1));
        engine.runOnce();
        assertThat(seen.get("gateway")).doesNotContainKey("traceId");
        assertThat(MDC.getCopyOfContextMap())
                .satisfiesAnyOf(
                        own -> assertThat(own).isNull(), own -> assertThat(own).isEmpty());
    }
}

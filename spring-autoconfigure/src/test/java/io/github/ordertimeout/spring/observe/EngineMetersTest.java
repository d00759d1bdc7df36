package io.github.ordertimeout.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.testkit.ManualEngine;
import io.github.ordertimeout.testkit.ManualEngineBuilder;
import io.github.ordertimeout.testkit.TestRule;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the meters say of an engine that a test drives by hand. */
class EngineMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private ManualEngine shop(String engine, ManualEngineBuilder builder) {
        AtomicReference<OrderTimeoutEngine> built = new AtomicReference<>();
        EngineMeters meters = new EngineMeters(engine, built::get);
        ManualEngine shop = builder.listener(meters).build();
        built.set(shop.engine());
        meters.bindTo(registry);
        return shop;
    }

    private double counter(String name, String... tags) {
        return registry.get(name).tag("rule", "unpaid").tags(tags).counter().count();
    }

    private double gauge(String name) {
        return registry.get(name).tag("rule", "unpaid").gauge().value();
    }

    @Test
    @DisplayName("the meters are those of the page, with its tags, from the start")
    void documented() {
        shop("default", ManualEngine.builder());
        Map<String, Set<String>> registered = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            // This registry keeps a gauge for each bucket.
            if (meter.getId().getName().endsWith(".histogram")) {
                continue;
            }
            Set<String> tags = new TreeSet<>();
            meter.getId().getTags().stream()
                    .map(Tag::getKey)
                    .filter(tag -> !tag.equals("engine"))
                    .forEach(tags::add);
            registered.put(meter.getId().getName(), tags);
            assertThat(meter.getId().getTag("engine")).isEqualTo("default");
            assertThat(meter.getId().getDescription()).isNotBlank();
        }
        assertThat(registered).isEqualTo(DocumentedMeters.tags());
    }

    @Test
    @DisplayName("closes by outcome, deferrals by reason, lateness, ages and payments")
    void values() {
        ManualEngine shop = shop(
                "default",
                ManualEngine.builder()
                        .policy((order, context) -> switch (order.id()) {
                            case "1" -> Verdict.skip("vip");
                            case "2" ->
                                Verdict.defer("fraud check", context.now().plusSeconds(60));
                            default -> Verdict.close();
                        })
                        .paymentGateway(order -> {
                            if (order.id().equals("3")) {
                                throw new IllegalStateException("502");
                            }
                            return order.id().equals("4") ? PaymentAnswer.inProgress() : PaymentAnswer.notPaid();
                        }));
        for (int id = 1; id <= 6; id++) {
            shop.order(id).madeAgo(Duration.ofMinutes(30 + id)).insert();
        }
        shop.pass();
        shop.engine().guard().confirm("5", "late money", BigDecimal.ONE);
        assertThat(counter("order.timeout.closes", "outcome", "closed")).isEqualTo(2);
        assertThat(counter("order.timeout.closes", "outcome", "skipped")).isEqualTo(1);
        assertThat(counter("order.timeout.closes", "outcome", "deferred")).isEqualTo(3);
        assertThat(counter("order.timeout.deferrals", "reason", "policy")).isEqualTo(1);
        assertThat(counter("order.timeout.deferrals", "reason", "payment_unknown"))
                .isEqualTo(1);
        assertThat(counter("order.timeout.deferrals", "reason", "payment_in_progress"))
                .isEqualTo(1);
        assertThat(registry.get("order.timeout.lateness")
                        .tag("rule", "unpaid")
                        .timer()
                        .totalTime(TimeUnit.MINUTES))
                // and what the two closes took
                .isBetween(11.0, 12.0);
        assertThat(registry.get("order.timeout.payment.queries")
                        .tags("rule", "unpaid", "outcome", "answered")
                        .timer()
                        .count())
                .isEqualTo(3);
        assertThat(registry.get("order.timeout.payment.queries")
                        .tags("rule", "unpaid", "outcome", "failed")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(gauge("order.timeout.overdue.oldest")).isEqualTo(240);
        assertThat(gauge("order.timeout.overdue.closable")).isZero();
        assertThat(gauge("order.timeout.pass.last.finished"))
                .isEqualTo(shop.clock().now().getEpochSecond());
        assertThat(counter("order.timeout.payments", "outcome", "refund_owed")).isEqualTo(1);
        assertThat(registry.get("order.timeout.health").gauge().value()).isEqualTo(1);
    }

    @Test
    @DisplayName("a person's cancel is a close and nothing late; what fails alone is an error and a row")
    void cancelsAndFailures() {
        ManualEngine shop = shop("default", ManualEngine.builder().releaser((order, context) -> {
            if (order.order().id().equals("2")) {
                throw new IllegalStateException("no such coupon");
            }
        }));
        shop.order(1).insert();
        shop.order(2).madeAgo(Duration.ofHours(1)).insert();
        shop.engine().cancel("1", "changed my mind", "ann");
        shop.pass();
        assertThat(counter("order.timeout.closes", "outcome", "closed")).isEqualTo(1);
        assertThat(counter("order.timeout.closes", "outcome", "failed")).isEqualTo(1);
        assertThat(counter("order.timeout.errors", "error.type", "close_failed"))
                .isEqualTo(1);
        assertThat(registry.get("order.timeout.lateness")
                        .tag("rule", "unpaid")
                        .timer()
                        .count())
                .isZero();
        assertThat(registry.get("order.timeout.compensation.pending").gauge().value())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("two engines with a rule of the same name, in one registry: each has its own meters")
    void twoEngines() {
        ManualEngine one = shop("default", ManualEngine.builder());
        shop("archive", ManualEngine.builder().rule(TestRule.created("1m")));
        one.order(1).madeAgo(Duration.ofHours(1)).insert();
        one.pass();
        assertThat(counter("order.timeout.closes", "outcome", "closed", "engine", "default"))
                .isEqualTo(1);
        assertThat(counter("order.timeout.closes", "outcome", "closed", "engine", "archive"))
                .isZero();
    }
}

package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.EngineStatus;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Gauges over an engine's status, which its passes keep. */
final class EngineGauges {
    private final MeterRegistry registry;
    private final OrderTimeoutEngine engine;

    private EngineGauges(MeterRegistry registry, OrderTimeoutEngine engine) {
        this.registry = registry;
        this.engine = engine;
    }

    static void register(MeterRegistry registry, Tags tags, OrderTimeoutEngine engine) {
        EngineGauges gauges = new EngineGauges(registry, engine);
        gauges.ofEngine(tags);
        engine.status().rules().keySet().forEach(rule -> gauges.ofRule(rule, tags.and("rule", rule)));
    }

    private void ofEngine(Tags tags) {
        Gauge.builder("order.timeout.health", engine, shown -> shown.health().isUp() ? 1 : 0)
                .description("1 while the engine does its work, 0 while it does not")
                .strongReference(true)
                .tags(tags)
                .register(registry);
        count(
                "order.timeout.compensation.pending",
                "Rows that will be tried again soon",
                tags,
                status -> status.compensation().counts().pending());
        count(
                "order.timeout.compensation.dead",
                "Rows that were tried too often",
                tags,
                status -> status.compensation().counts().dead());
        age(
                "order.timeout.compensation.oldest",
                "How long the row that is due longest has waited",
                tags,
                status -> status.compensation().counts().oldestDue());
    }

    private void ofRule(String rule, Tags tags) {
        age(
                "order.timeout.overdue.oldest",
                "How long the oldest open order is overdue",
                tags,
                status -> rule(status, rule).oldestOverdue());
        age(
                "order.timeout.overdue.closable",
                "The same for orders that nothing but the engine keeps open",
                tags,
                status -> rule(status, rule).oldestClosable());
        count(
                "order.timeout.backlog",
                "Overdue orders that the last pass did not reach",
                tags,
                status -> rule(status, rule).remaining());
        count(
                "order.timeout.stuck",
                "Orders that the payment side holds back for too long",
                tags,
                status -> rule(status, rule).stuck());
        count(
                "order.timeout.inconsistent",
                "Open orders with signs of a payment",
                tags,
                status -> rule(status, rule).inconsistent());
        count(
                "order.timeout.too.old",
                "Overdue orders made longer ago than max-age",
                tags,
                status -> rule(status, rule).tooOld());
        held("brake", rule, tags);
        held("pause", rule, tags);
        held("quiet", rule, tags);
        TimeGauge.builder(
                        "order.timeout.pass.last.finished",
                        () -> rule(engine.status(), rule)
                                .lastFinished()
                                .map(at -> at.toEpochMilli() / 1000.0)
                                .orElse(0.0),
                        TimeUnit.SECONDS)
                .description("When a pass finished the last time, in seconds since 1970; 0 where none did")
                .tags(tags)
                .register(registry);
    }

    private void held(String kind, String rule, Tags tags) {
        Gauge.builder(
                        "order.timeout.held",
                        engine,
                        shown -> kind(rule(shown.status(), rule))
                                        .filter(kind::equals)
                                        .isPresent()
                                ? 1
                                : 0)
                .description("1 while a pause, the safety brake or a quiet window keeps the rule from closing")
                .strongReference(true)
                .tags(tags.and("kind", kind))
                .register(registry);
    }

    private static Optional<String> kind(RuleStatus rule) {
        return rule.heldBy()
                .map(why -> why.startsWith("brake") ? "brake" : why.startsWith("quiet") ? "quiet" : "pause");
    }

    private static RuleStatus rule(EngineStatus status, String name) {
        RuleStatus rule = status.rules().get(name);
        if (rule == null) {
            throw new IllegalStateException("No rule " + name);
        }
        return rule;
    }

    private void count(String name, String description, Tags tags, ToLongFunction<EngineStatus> value) {
        ToDoubleFunction<OrderTimeoutEngine> read = shown -> value.applyAsLong(shown.status());
        Gauge.builder(name, engine, read)
                .description(description)
                .strongReference(true)
                .tags(tags)
                .register(registry);
    }

    private interface Age {
        Duration of(EngineStatus status);
    }

    private void age(String name, String description, Tags tags, Age value) {
        TimeGauge.builder(name, () -> value.of(engine.status()).toMillis() / 1000.0, TimeUnit.SECONDS)
                .description(description)
                .tags(tags)
                .register(registry);
    }
}

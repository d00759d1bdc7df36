package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.OrderFate;
import io.github.ordertimeout.event.PassOutcome;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.scan.Shard;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The counters and timers of one rule: every outcome is there from the start, and no tag has values from data. */
final class RuleMeters {
    private static final String ABANDONED = "payment-call-abandoned";

    private final MeterRegistry registry;
    private final Tags tags;
    private final Map<PassOutcome, Timer> passes;
    private final Map<OrderFate, Counter> closes;
    private final Map<Deferral, Counter> deferrals;
    private final Map<Trouble, Counter> errors;
    private final Map<Confirmation.Result, Counter> payments;
    private final Timer lateness;
    private final Timer answered;
    private final Timer unanswered;
    private final Counter abandoned;
    private final Counter found;
    private final Counter refunds;
    private final Counter releases;

    RuleMeters(MeterRegistry registry, Tags tags, int shards) {
        this.registry = registry;
        this.tags = tags;
        for (int index = 0; index < shards; index++) {
            for (PassOutcome outcome : PassOutcome.values()) {
                shardPasses(new Shard(index, shards), outcome);
            }
        }
        passes = all(
                PassOutcome.class,
                outcome -> Timer.builder("order.timeout.passes")
                        .description("Passes over a rule's orders")
                        .tags(tags.and("outcome", text(outcome)))
                        .register(registry));
        closes = all(
                OrderFate.class,
                fate -> Counter.builder("order.timeout.closes")
                        .description(
                                "Overdue orders by what became of them; one that stays open counts in each pass that meets it")
                        .tags(tags.and("outcome", text(fate)))
                        .register(registry));
        deferrals = all(
                Deferral.class,
                reason -> Counter.builder("order.timeout.deferrals")
                        .description("Overdue orders left open until later, by reason, in each pass that meets them")
                        .tags(tags.and("reason", text(reason)))
                        .register(registry));
        errors = all(
                Trouble.class,
                trouble -> Counter.builder("order.timeout.errors")
                        .description("What a person may have to look at")
                        .tags(tags.and("error.type", text(trouble)))
                        .register(registry));
        payments = all(
                Confirmation.Result.class,
                result -> Counter.builder("order.timeout.payments")
                        .description("Payments taken by the guard, by what they led to")
                        .tags(tags.and("outcome", text(result)))
                        .register(registry));
        lateness = Timer.builder("order.timeout.lateness")
                .description("From the moment an order was to be closed to the start of the pass that closed it")
                .tags(tags)
                .serviceLevelObjectives(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(10),
                        Duration.ofHours(1),
                        Duration.ofDays(1))
                .register(registry);
        answered = queries(registry, tags, "answered");
        unanswered = queries(registry, tags, "failed");
        abandoned = counter(
                registry,
                tags,
                "order.timeout.payment.abandoned",
                "Payment queries that took longer than payment.timeout");
        found = counter(
                registry,
                tags,
                "order.timeout.payments.found",
                "Payments that the provider knew of while the order was open");
        refunds = counter(registry, tags, "order.timeout.refunds", "Payments given back");
        releases = counter(registry, tags, "order.timeout.releases", "Remote releases done");
    }

    /** Somebody may call {@code runOnce} with more shards than the rule has. */
    private Counter shardPasses(Shard shard, PassOutcome outcome) {
        return Counter.builder("order.timeout.shard.passes")
                .description("Passes by the shard that they worked; 0/1 where the rule is not divided")
                .tags(tags.and("shard", shard.toString(), "outcome", text(outcome)))
                .register(registry);
    }

    private static Timer queries(MeterRegistry registry, Tags tags, String outcome) {
        return Timer.builder("order.timeout.payment.queries")
                .description("Calls that ask the payment side about orders")
                .tags(tags.and("outcome", outcome))
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, Tags tags, String name, String description) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    private static <E extends Enum<E>, M> Map<E, M> all(Class<E> type, Function<E, M> meter) {
        Map<E, M> meters = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            meters.put(constant, meter.apply(constant));
        }
        return meters;
    }

    private static <E extends Enum<E>, M> M of(Map<E, M> meters, E constant) {
        M meter = meters.get(constant);
        if (meter == null) {
            throw new IllegalStateException("No meter for " + constant);
        }
        return meter;
    }

    private static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    void count(EngineEvent event) {
        if (event instanceof EngineEvent.PassEnded pass) {
            pass(pass);
        } else if (event instanceof EngineEvent.OrderClosed closed) {
            of(closes, OrderFate.CLOSED).increment();
            if (closed.cause().dueRequired()) {
                late(closed);
            }
        } else if (event instanceof EngineEvent.PaymentTaken taken) {
            of(payments, taken.confirmation().result()).increment();
        } else if (event instanceof EngineEvent.PaymentFound) {
            found.increment();
        } else if (event instanceof EngineEvent.PaymentRefunded) {
            refunds.increment();
        } else if (event instanceof EngineEvent.Released) {
            releases.increment();
        }
        Trouble.of(event).ifPresent(trouble -> of(errors, trouble).increment());
    }

    private void pass(EngineEvent.PassEnded pass) {
        of(passes, pass.outcome()).record(pass.took());
        shardPasses(pass.shard(), pass.outcome()).increment();
        pass.orders().forEach((fate, orders) -> {
            // What is closed counts when it is, outside passes too.
            if (fate != OrderFate.CLOSED) {
                of(closes, fate).increment(orders);
            }
        });
        Deferral.count(pass).forEach((reason, orders) -> of(deferrals, reason).increment(orders));
        pass.queries().forEach(query -> (query.answered() ? answered : unanswered).record(query.took()));
        abandoned.increment(pass.reasons().getOrDefault(ABANDONED, 0L));
    }

    private void late(EngineEvent.OrderClosed closed) {
        closed.order().order().closesAt().ifPresent(due -> {
            Duration late = Duration.between(due, closed.committedAt());
            lateness.record(late.isNegative() ? Duration.ZERO : late);
        });
    }
}

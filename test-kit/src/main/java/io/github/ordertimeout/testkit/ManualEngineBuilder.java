package io.github.ordertimeout.testkit;

import io.github.ordertimeout.EngineBuilder;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.settle.RefundIssuer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Describes a {@link ManualEngine}; everything has a default. */
public final class ManualEngineBuilder {
    private Rule rule = TestRule.created("30m").rule();
    private Instant start = Instant.parse("2026-03-01T10:00:00Z");
    private final List<Consumer<MemoryDatabase>> tables = new ArrayList<>();
    private final EngineBuilder engine = OrderTimeoutEngine.builder();

    ManualEngineBuilder() {}

    /** The rule to run; the default closes orders 30 minutes after they were made. */
    public ManualEngineBuilder rule(TestRule value) {
        return rule(value.rule());
    }

    /** The rule to run: one of your own configuration, for example. It may use no SQL. */
    public ManualEngineBuilder rule(Rule value) {
        rule = value;
        return this;
    }

    /** The moment at which the clock stands first. */
    public ManualEngineBuilder startAt(Instant value) {
        start = value;
        return this;
    }

    /** A table beside the one of the orders, such as items and stock. */
    public ManualEngineBuilder table(String name, String keyColumn, String... otherColumns) {
        tables.add(database -> database.createTable(name, keyColumn, otherColumns));
        return this;
    }

    /** A policy to test. */
    public ManualEngineBuilder policy(ClosePolicy policy) {
        engine.policy(policy);
        return this;
    }

    /** A payment gateway to test, or a scripted one; without one nobody is asked whether an order was paid. */
    public ManualEngineBuilder paymentGateway(PaymentGateway gateway) {
        engine.paymentGateway(gateway);
        return this;
    }

    /** A refund issuer to test, or a scripted one; without one what is owed back waits. */
    public ManualEngineBuilder refundIssuer(RefundIssuer issuer) {
        engine.refundIssuer(issuer);
        return this;
    }

    /** A releaser to test, or a scripted one. */
    public ManualEngineBuilder releaser(InventoryReleaser releaser) {
        engine.releaser(releaser);
        return releaser instanceof EngineListener listener ? listener(listener) : this;
    }

    /** A listener to test, beside the one that records. */
    public ManualEngineBuilder listener(EngineListener listener) {
        engine.listener(listener);
        return this;
    }

    /** Whatever else the engine's own builder can be told. */
    public ManualEngineBuilder engine(Consumer<EngineBuilder> more) {
        more.accept(engine);
        return this;
    }

    /**
     * Makes the shop, its tables empty.
     *
     * @throws io.github.ordertimeout.config.ConfigurationException if the store refuses the rule
     */
    public ManualEngine build() {
        return new ManualEngine(rule, start, tables, engine);
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.settle.Backoff;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.time.TimeSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Describes an {@link OrderTimeoutEngine}: settings and store are needed, everything else has a default. */
public final class EngineBuilder {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private @Nullable Settings settings;
    private @Nullable OrderStore store;
    private final Map<String, Supplier<? extends OrderStore>> stores = new LinkedHashMap<>();
    private Map<String, Rule> rules = Map.of();
    private final Extensions extensions = new Extensions();
    private TimeSource time = TimeSource.system();
    private final List<EngineListener> listeners = new ArrayList<>();
    private ThreadFactory kindOfThread = Thread::new;
    private IntFunction<EngineThreads> threads = closing -> EngineThreads.of(closing, kindOfThread);
    private Random jitter = new Random();

    EngineBuilder() {}

    /** What to do. */
    public EngineBuilder settings(Settings value) {
        this.settings = value;
        return this;
    }

    /** Where the orders live. */
    public EngineBuilder store(OrderStore value) {
        this.store = value;
        return this;
    }

    /**
     * Where the orders of one data source live, for rules that name it in {@code data-sources}. Each has a store of its own, and what
     * goes on in one holds up no other.
     *
     * @param opening connects; asked again, at each interval, where it or the check of a rule fails for another reason than the
     *     configuration, as long as another data source can be reached
     */
    public EngineBuilder store(String dataSource, Supplier<? extends OrderStore> opening) {
        stores.put(dataSource, opening);
        return this;
    }

    /** The process's clocks; the default is the machine's. */
    public EngineBuilder time(TimeSource value) {
        this.time = value;
        return this;
    }

    /** A policy for every rule. */
    public EngineBuilder policy(ClosePolicy policy) {
        extensions.policies().addForAll(policy);
        return this;
    }

    /** A policy for one rule. */
    public EngineBuilder policy(String rule, ClosePolicy policy) {
        extensions.policies().addFor(rule, policy);
        return this;
    }

    /** Asks the payment side before an order is closed, for every rule whose {@code payment-check} is on. */
    public EngineBuilder paymentGateway(PaymentGateway gateway) {
        extensions.gateways().addForAll(gateway);
        return this;
    }

    /** The gateway of one rule; it wins over the one for every rule. */
    public EngineBuilder paymentGateway(String rule, PaymentGateway gateway) {
        extensions.gateways().addFirstFor(rule, gateway);
        return this;
    }

    /** What a payment for a closed order leads to, for every rule; by default what {@code late-payment} says. */
    public EngineBuilder latePaymentPolicy(LatePaymentPolicy policy) {
        extensions.latePayments().addForAll(policy);
        return this;
    }

    /** The same for one rule; it wins over the one for every rule. */
    public EngineBuilder latePaymentPolicy(String rule, LatePaymentPolicy policy) {
        extensions.latePayments().addFirstFor(rule, policy);
        return this;
    }

    /** Gives payments back that are owed, for every rule; without one they wait for a person in the compensation table. */
    public EngineBuilder refundIssuer(RefundIssuer issuer) {
        extensions.refundIssuers().addForAll(issuer);
        return this;
    }

    /** The same for one rule; it wins over the one for every rule. */
    public EngineBuilder refundIssuer(String rule, RefundIssuer issuer) {
        extensions.refundIssuers().addFirstFor(rule, issuer);
        return this;
    }

    /** Told of payments that the payment side knows while the order is open, for every rule. */
    public EngineBuilder foundPaymentHook(FoundPaymentHook hook) {
        extensions.foundPaymentHooks().addForAll(hook);
        return this;
    }

    /** The same for one rule; it wins over the one for every rule. */
    public EngineBuilder foundPaymentHook(String rule, FoundPaymentHook hook) {
        extensions.foundPaymentHooks().addFirstFor(rule, hook);
        return this;
    }

    /** A releaser for every rule; the rule's built-in inventory, which locks stock, runs after it. */
    public EngineBuilder releaser(InventoryReleaser releaser) {
        extensions.releasers().addForAll(releaser);
        return this;
    }

    /** A releaser for one rule. */
    public EngineBuilder releaser(String rule, InventoryReleaser releaser) {
        extensions.releasers().addFor(rule, releaser);
        return this;
    }

    /** Which shards this node works; by default all, which is sound for any number of nodes. */
    public EngineBuilder shardLeases(ShardLeases value) {
        extensions.leases().addForAll(value);
        return this;
    }

    /** The same for one rule; it wins over the one for every rule. */
    public EngineBuilder shardLeases(String rule, ShardLeases value) {
        extensions.leases().addFirstFor(rule, value);
        return this;
    }

    /** Hears every event. */
    public EngineBuilder listener(EngineListener listener) {
        listeners.add(listener);
        return this;
    }

    /**
     * Makes every thread of the engine, for example virtual ones; the engine names them. By default they are platform threads.
     */
    public EngineBuilder threadFactory(ThreadFactory factory) {
        this.kindOfThread = factory;
        return this;
    }

    /** Where threads and chance come from: a simulation has its own, so that each run can be repeated. */
    EngineBuilder threads(IntFunction<EngineThreads> byClosingThreads, Random forJitter) {
        this.threads = byClosingThreads;
        this.jitter = forJitter;
        return this;
    }

    /**
     * Checks every rule against the store and yields an engine that has not been started.
     *
     * @throws ConfigurationException with every fault of every rule
     */
    public OrderTimeoutEngine build() {
        Settings what = required(settings, "settings");
        rules = what.enabled() ? what.rules() : Map.of();
        List<EngineListener> all = new ArrayList<>(List.of(new EngineLog()));
        all.addAll(listeners);
        EngineThreads workers = threads.apply(
                rules.values().stream().mapToInt(rule -> rule.close().threads()).sum());
        SiteAssembly assembly = new SiteAssembly(
                extensions, rules, what, new Listeners(all), new Backoff(what.compensation(), jitter), workers, time);
        List<Site> each = new ArrayList<>();
        stores().forEach((name, opening) -> {
            Map<String, Rule> there = rulesOf(name);
            each.add(new Site(name, there, () -> assembly.work(there, opening.get()), time));
        });
        new SitesOpening(each, workers, time).open();
        Sites sites = new Sites(each, rules.keySet());
        List<String> warnings = new ArrayList<>(what.warnings());
        sites.opened().forEach(site -> warnings.addAll(site.warnings()));
        warnings.forEach(warning -> log.warn("{}", warning));
        return new OrderTimeoutEngine(
                sites,
                time,
                workers,
                kindOfThread,
                warnings,
                what.health(),
                new OneOrder(sites),
                new PaymentGuard(sites::confirming, new PaymentWindows(new OneOrder(sites.paid()))));
    }

    /** By data source, those that rules need; the one for all others under the blank name. */
    private Map<String, Supplier<? extends OrderStore>> stores() {
        Map<String, Supplier<? extends OrderStore>> needed = new LinkedHashMap<>();
        List<String> faults = new ArrayList<>();
        rules.values().forEach(rule -> {
            String name = rule.dataSource();
            Supplier<? extends OrderStore> opening = stores.get(name);
            if (opening != null) {
                needed.put(name, () -> opened(name, opening));
            } else if (!name.isEmpty()) {
                faults.add("order-timeout.rules." + rule.configuredName() + ".data-sources names \"" + name
                        + "\", but the engine knows "
                        + (stores.isEmpty() ? "no data source by name" : "only " + String.join(", ", stores.keySet()))
                        + ": correct the name, or give the engine a store of that name");
            }
        });
        if (!faults.isEmpty()) {
            throw new ConfigurationException(faults.stream().distinct().toList());
        }
        if (needed.isEmpty() || !rulesOf("").isEmpty()) {
            OrderStore only = required(store, "store");
            needed.put("", () -> only);
        }
        return needed;
    }

    private static OrderStore opened(String dataSource, Supplier<? extends OrderStore> opening) {
        try {
            return opening.get();
        } catch (ConfigurationException e) {
            throw new ConfigurationException(e.faults().stream()
                    .map(fault -> "Data source " + dataSource + ": " + fault)
                    .toList());
        }
    }

    private Map<String, Rule> rulesOf(String dataSource) {
        Map<String, Rule> there = new LinkedHashMap<>();
        rules.forEach((name, rule) -> {
            if (rule.dataSource().equals(dataSource)) {
                there.put(name, rule);
            }
        });
        return there;
    }

    private static <T> T required(@Nullable T value, String name) {
        if (value == null) {
            throw new ConfigurationException("The engine needs " + name + ": pass it to the builder");
        }
        return value;
    }
}

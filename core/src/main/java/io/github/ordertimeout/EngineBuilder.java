package io.github.ordertimeout;

import io.github.ordertimeout.check.Checks;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.PaymentCheck;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.RemoteCalls;
import io.github.ordertimeout.close.BatchCloser;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.PaymentMapping;
import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.config.ReleaseSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.LocalReleases;
import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.settle.Backoff;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.time.Pace;
import io.github.ordertimeout.time.TimeSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Describes an {@link OrderTimeoutEngine}: settings and store are needed, everything else has a default. */
public final class EngineBuilder {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    /** Something of the user's, and the rules it is for. */
    private record ForRule<T>(Predicate<String> rule, T what) {}

    private @Nullable Settings settings;
    private @Nullable OrderStore store;
    private final Map<String, Supplier<? extends OrderStore>> stores = new LinkedHashMap<>();
    /** What limits the calls of a gateway is the provider: shards of one rule share it. */
    private final Map<String, RemoteCalls> gatewayCalls = new ConcurrentHashMap<>();

    private Map<String, Rule> rules = Map.of();
    private TimeSource time = TimeSource.system();
    private final List<ForRule<ClosePolicy>> policies = new ArrayList<>();
    private final List<ForRule<PaymentGateway>> gateways = new ArrayList<>();
    private final List<ForRule<InventoryReleaser>> releasers = new ArrayList<>();
    private final List<ForRule<LatePaymentPolicy>> latePayments = new ArrayList<>();
    private final List<ForRule<RefundIssuer>> refundIssuers = new ArrayList<>();
    private final List<ForRule<FoundPaymentHook>> foundPaymentHooks = new ArrayList<>();
    private final List<EngineListener> listeners = new ArrayList<>();
    private ThreadFactory kindOfThread = Thread::new;
    private IntFunction<EngineThreads> threads = closing -> EngineThreads.of(closing, kindOfThread);
    private Random jitter = new Random();
    private final List<ForRule<ShardLeases>> leases = new ArrayList<>();

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
        policies.add(new ForRule<>(rule -> true, policy));
        return this;
    }

    /** A policy for one rule. */
    public EngineBuilder policy(String rule, ClosePolicy policy) {
        policies.add(new ForRule<>(rule::equals, policy));
        return this;
    }

    /** Asks the payment side before an order is closed, for every rule whose {@code payment-check} is on. */
    public EngineBuilder paymentGateway(PaymentGateway gateway) {
        gateways.add(new ForRule<>(rule -> true, gateway));
        return this;
    }

    /** The gateway of one rule; it wins over the one for every rule. */
    public EngineBuilder paymentGateway(String rule, PaymentGateway gateway) {
        gateways.add(0, new ForRule<>(rule::equals, gateway));
        return this;
    }

    /** What a payment for a closed order leads to, for every rule; by default what {@code late-payment} says. */
    public EngineBuilder latePaymentPolicy(LatePaymentPolicy policy) {
        latePayments.add(new ForRule<>(rule -> true, policy));
        return this;
    }

    /** The same for one rule; it wins over the one for every rule. */
    public EngineBuilder latePaymentPolicy(String rule, LatePaymentPolicy policy) {
        latePayments.add(0, new ForRule<>(rule::equals, policy));
        return this;
    }

    /** Gives payments back that are owed, for every rule; without one they wait for a person in the compensation table. */
    public EngineBuilder refundIssuer(RefundIssuer issuer) {
        refundIssuers.add(new ForRule<>(rule -> true, issuer));
        return this;
    }

    /** The same for one rule; it wins over the one for every rule. */
    public EngineBuilder refundIssuer(String rule, RefundIssuer issuer) {
        refundIssuers.add(0, new ForRule<>(rule::equals, issuer));
        return this;
    }

    /** Told of payments that the payment side knows while the order is open, for every rule. */
    public EngineBuilder foundPaymentHook(FoundPaymentHook hook) {
        foundPaymentHooks.add(new ForRule<>(rule -> true, hook));
        return this;
    }

    /** The same for one rule; it wins over the one for every rule. */
    public EngineBuilder foundPaymentHook(String rule, FoundPaymentHook hook) {
        foundPaymentHooks.add(0, new ForRule<>(rule::equals, hook));
        return this;
    }

    /** A releaser for every rule; the rule's built-in inventory, which locks stock, runs after it. */
    public EngineBuilder releaser(InventoryReleaser releaser) {
        releasers.add(new ForRule<>(rule -> true, releaser));
        return this;
    }

    /** A releaser for one rule. */
    public EngineBuilder releaser(String rule, InventoryReleaser releaser) {
        releasers.add(new ForRule<>(rule::equals, releaser));
        return this;
    }

    /** Which shards this node works; by default all, which is sound for any number of nodes. */
    public EngineBuilder shardLeases(ShardLeases value) {
        leases.add(new ForRule<>(rule -> true, value));
        return this;
    }

    /** The same for one rule; it wins over the one for every rule. */
    public EngineBuilder shardLeases(String rule, ShardLeases value) {
        leases.add(0, new ForRule<>(rule::equals, value));
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
        Listeners listener = new Listeners(all);
        Backoff backoff = new Backoff(what.compensation(), jitter);
        EngineThreads workers = threads.apply(
                rules.values().stream().mapToInt(rule -> rule.close().threads()).sum());
        List<Site> each = new ArrayList<>();
        stores().forEach((name, opening) -> {
            Map<String, Rule> there = rulesOf(name);
            each.add(new Site(name, there, () -> open(there, opening.get(), what, listener, backoff, workers), time));
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

    private SiteWork open(
            Map<String, Rule> there,
            OrderStore where,
            Settings what,
            Listeners listener,
            Backoff backoff,
            EngineThreads workers) {
        Map<String, RuleStore> opened = open(there, where);
        ClaimedRows rows = new ClaimedRows(where.compensations(), backoff, listener);
        ReleaseSettings release = what.release();
        ReleaseCalls releaseCalls = releaseCalls(release, where, rows, workers.calls());
        RemoteReleases remote = new RemoteReleases(
                where,
                releaseCalls,
                new WaitingLine(workers.calls(), release.threads()),
                time,
                backoff,
                release.timeout());
        ReleaseDrain drain = new ReleaseDrain(where, rows, rule -> forRule(releasers, rule), releaseCalls);
        List<String> warnings = new ArrayList<>();
        Map<String, RuleParts> parts = new LinkedHashMap<>();
        opened.forEach((name, rule) -> {
            warnings.addAll(rule.warnings());
            parts.put(name, parts(required(there.get(name), name), rule, where, remote, rows, workers.calls()));
        });
        return assemble(parts, where, rows, remote, drain, what, workers, warnings);
    }

    private SiteWork assemble(
            Map<String, RuleParts> parts,
            OrderStore where,
            ClaimedRows rows,
            RemoteReleases remote,
            ReleaseDrain drain,
            Settings what,
            EngineThreads workers,
            List<String> warnings) {
        Map<String, RuleRunner> runners = new LinkedHashMap<>();
        parts.forEach((name, rule) -> runners.put(
                name,
                new RuleRunner(
                        rule,
                        workers.closing(),
                        first(leases, name).orElseGet(ShardLeases::all),
                        what.health().expectMatches())));
        List<RuleParts> paid = parts.values().stream()
                .filter(rule -> rule.rule().paymentCheck())
                .toList();
        ConfirmStep confirm = new ConfirmStep(where, paid, rows.listener());
        PaymentGuard guard = new PaymentGuard(order -> confirm, new PaymentWindows(new OneOrder(order -> paid)));
        FoundPayments found = new FoundPayments(
                where,
                rule -> first(foundPaymentHooks, rule),
                calls("hook for found payments", parts, workers.calls()),
                guard);
        CompensationWork compensation = new CompensationWork(
                runners,
                rows,
                drain,
                new RefundWork(
                        where,
                        rows,
                        rule -> first(refundIssuers, rule),
                        calls("refund issuer", parts, workers.calls()),
                        parts),
                new PaymentWork(rows, found, guard),
                what.release(),
                time);
        return new SiteWork(where, runners, compensation, remote, confirm, warnings, time);
    }

    private ReleaseCalls releaseCalls(
            ReleaseSettings settings, OrderStore where, ClaimedRows rows, ExecutorService threads) {
        return new ReleaseCalls(
                where,
                rows.listener(),
                (party, failures) ->
                        new RemoteCalls(party, settings.timeout(), settings.threads(), failures, 0, threads, time));
    }

    /** One party per rule, with that rule's limits; the documented ones for a rule that was removed. */
    private Function<String, RemoteCalls> calls(String party, Map<String, RuleParts> parts, ExecutorService threads) {
        Map<String, RemoteCalls> byRule = new ConcurrentHashMap<>();
        return name -> byRule.computeIfAbsent(name, rule -> {
            PaymentSettings settings = Optional.ofNullable(parts.get(rule))
                    .map(known -> known.rule().payment())
                    .orElse(PaymentSettings.DEFAULT);
            return calls(party + " of rule " + rule, settings, 0, threads);
        });
    }

    private RemoteCalls calls(String party, PaymentSettings settings, int maxPerSecond, ExecutorService threads) {
        return new RemoteCalls(
                party, settings.timeout(), settings.threads(), settings.threads(), maxPerSecond, threads, time);
    }

    private static Map<String, RuleStore> open(Map<String, Rule> rules, OrderStore store) {
        Map<String, RuleStore> opened = new LinkedHashMap<>();
        List<String> faults = new ArrayList<>();
        rules.forEach((name, rule) -> {
            try {
                opened.put(name, store.open(rule));
            } catch (ConfigurationException e) {
                faults.addAll(e.faults());
            }
        });
        faults.addAll(SharedSources.faults(opened));
        if (!faults.isEmpty()) {
            throw new ConfigurationException(faults);
        }
        return opened;
    }

    private RuleParts parts(
            Rule rule,
            RuleStore opened,
            OrderStore where,
            RemoteReleases remote,
            ClaimedRows rows,
            ExecutorService calls) {
        List<InventoryReleaser> all = new ArrayList<>(forRule(releasers, rule.name()));
        all.addAll(opened.releasers());
        checkTypes(rule.name(), all);
        PaymentQueries queries = new PaymentQueries();
        LocalReleases releases = new LocalReleases(rule.name(), all, where.transactions());
        return new RuleParts(
                rule,
                opened.source(),
                where,
                opened.scanner(),
                new Checks(forRule(policies, rule.name())),
                opened.payable(),
                paymentCheck(rule, calls, queries),
                queries,
                first(latePayments, rule.name())
                        .orElse(
                                rule.paymentMapping().late() == PaymentMapping.Late.REFUND
                                        ? LatePaymentPolicy.REFUND
                                        : LatePaymentPolicy.MANUAL),
                opened.closer(),
                new BatchCloser(opened.closer(), releases, time),
                releases,
                remote,
                new Pace(rule.close().maxPerSecond(), time),
                rows.backoff(),
                rows.listener(),
                time);
    }

    private Optional<PaymentCheck> paymentCheck(Rule rule, ExecutorService calls, PaymentQueries queries) {
        PaymentSettings payment = rule.payment();
        return first(gateways, rule.name())
                .filter(gateway -> rule.paymentCheck())
                .map(gateway -> {
                    if (payment.cancelFirst() == PaymentSettings.CancelFirst.TRUE && !gateway.canCancel()) {
                        throw new ConfigurationException("order-timeout.rules." + rule.name()
                                + ".payment.cancel-first is true, but the gateway "
                                + gateway.getClass().getName()
                                + " cannot cancel (canCancel()): write auto, or let it cancel");
                    }
                    return new PaymentCheck(
                            new TimedGateway(gateway, queries, time),
                            payment,
                            gatewayCalls.computeIfAbsent(
                                    rule.configuredName(),
                                    name -> calls(
                                            "payment gateway of rule " + name, payment, payment.maxPerSecond(), calls)),
                            time);
                });
    }

    private <T> Optional<T> first(List<ForRule<T>> all, String rule) {
        return forRule(all, rule).stream().findFirst();
    }

    private static void checkTypes(String rule, List<InventoryReleaser> releasers) {
        Set<String> seen = new HashSet<>();
        for (InventoryReleaser releaser : releasers) {
            String type = releaser.releaseType();
            if (!type.matches("[a-z0-9_-]{1,64}") || type.equals("none")) {
                throw new ConfigurationException(
                        "Releaser " + releaser.getClass().getName() + " of rule " + rule + " has the type '" + type
                                + "': use 1 to 64 of a-z, 0-9, _ and -, and not 'none'");
            }
            if (!seen.add(type)) {
                throw new ConfigurationException("Rule " + rule + " has two releasers of type '" + type
                        + "': give each its own releaseType(), since the ledger has one row per type");
            }
        }
    }

    /** What is for a rule is for each of its shards; for one of them alone where its own name is given. */
    private <T> List<T> forRule(List<ForRule<T>> all, String rule) {
        Rule known = rules.get(rule);
        String configured = known == null ? rule : known.configuredName();
        return all.stream()
                .filter(it -> it.rule().test(rule) || it.rule().test(configured))
                .map(ForRule::what)
                .toList();
    }

    private static <T> T required(@Nullable T value, String name) {
        if (value == null) {
            throw new ConfigurationException("The engine needs " + name + ": pass it to the builder");
        }
        return value;
    }
}

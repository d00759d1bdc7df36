package io.github.ordertimeout;

import io.github.ordertimeout.check.Checks;
import io.github.ordertimeout.check.PaymentCheck;
import io.github.ordertimeout.check.RemoteCalls;
import io.github.ordertimeout.close.BatchCloser;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.PaymentMapping;
import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.config.ReleaseSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.LocalReleases;
import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.settle.Backoff;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.time.Pace;
import io.github.ordertimeout.time.TimeSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Puts together what works the rules of a data source, from the settings and from what the user handed in. */
final class SiteAssembly {
    private final Extensions extensions;
    private final Map<String, Rule> rules;
    private final Settings settings;
    private final Listeners listener;
    private final Backoff backoff;
    private final EngineThreads threads;
    private final TimeSource time;

    /** What limits the calls of a gateway is the provider: shards of one rule share it. */
    private final Map<String, RemoteCalls> gatewayCalls = new ConcurrentHashMap<>();

    /**
     * For all data sources of an engine.
     *
     * @param rules all rules by name
     */
    SiteAssembly(
            Extensions extensions,
            Map<String, Rule> rules,
            Settings settings,
            Listeners listener,
            Backoff backoff,
            EngineThreads threads,
            TimeSource time) {
        this.extensions = extensions;
        this.rules = rules;
        this.settings = settings;
        this.listener = listener;
        this.backoff = backoff;
        this.threads = threads;
        this.time = time;
    }

    /**
     * The work of one data source.
     *
     * @param there the rules whose orders are there
     * @param where its store
     * @throws ConfigurationException with every fault of every rule
     */
    SiteWork work(Map<String, Rule> there, OrderStore where) {
        Map<String, RuleStore> opened = open(there, where);
        ClaimedRows rows = new ClaimedRows(where.compensations(), backoff, listener);
        ReleaseSettings release = settings.release();
        ReleaseCalls releaseCalls = releaseCalls(release, where, rows);
        RemoteReleases remote = new RemoteReleases(
                where,
                releaseCalls,
                new WaitingLine(threads.calls(), release.threads()),
                time,
                backoff,
                release.timeout());
        ReleaseDrain drain = new ReleaseDrain(where, rows, rule -> forRule(extensions.releasers(), rule), releaseCalls);
        List<String> warnings = new ArrayList<>();
        Map<String, RuleParts> parts = new LinkedHashMap<>();
        opened.forEach((name, rule) -> {
            warnings.addAll(rule.warnings());
            parts.put(name, parts(Objects.requireNonNull(there.get(name), name), rule, where, remote, rows));
        });
        return assemble(parts, where, rows, remote, drain, warnings);
    }

    private SiteWork assemble(
            Map<String, RuleParts> parts,
            OrderStore where,
            ClaimedRows rows,
            RemoteReleases remote,
            ReleaseDrain drain,
            List<String> warnings) {
        Map<String, RuleRunner> runners = new LinkedHashMap<>();
        parts.forEach((name, rule) -> runners.put(
                name,
                new RuleRunner(
                        rule,
                        threads.closing(),
                        first(extensions.leases(), name).orElseGet(ShardLeases::all),
                        settings.health().expectMatches())));
        List<RuleParts> paid = parts.values().stream()
                .filter(rule -> rule.rule().paymentCheck())
                .toList();
        ConfirmStep confirm = new ConfirmStep(where, paid, rows.listener());
        PaymentGuard guard = new PaymentGuard(order -> confirm, new PaymentWindows(new OneOrder(order -> paid)));
        FoundPayments found = new FoundPayments(
                where,
                rule -> first(extensions.foundPaymentHooks(), rule),
                calls("hook for found payments", parts),
                guard);
        CompensationWork compensation = new CompensationWork(
                runners,
                rows,
                drain,
                new RefundWork(
                        where,
                        rows,
                        rule -> first(extensions.refundIssuers(), rule),
                        calls("refund issuer", parts),
                        parts),
                new PaymentWork(rows, found, guard),
                settings.release(),
                time);
        return new SiteWork(where, runners, compensation, remote, confirm, warnings, time);
    }

    private ReleaseCalls releaseCalls(ReleaseSettings release, OrderStore where, ClaimedRows rows) {
        return new ReleaseCalls(
                where,
                rows.listener(),
                (party, failures) -> new RemoteCalls(
                        party, release.timeout(), release.threads(), failures, 0, threads.calls(), time));
    }

    /** One party per rule, with that rule's limits; the documented ones for a rule that was removed. */
    private Function<String, RemoteCalls> calls(String party, Map<String, RuleParts> parts) {
        Map<String, RemoteCalls> byRule = new ConcurrentHashMap<>();
        return name -> byRule.computeIfAbsent(name, rule -> {
            PaymentSettings payment = Optional.ofNullable(parts.get(rule))
                    .map(known -> known.rule().payment())
                    .orElse(PaymentSettings.DEFAULT);
            return calls(party + " of rule " + rule, payment, 0);
        });
    }

    private RemoteCalls calls(String party, PaymentSettings payment, int maxPerSecond) {
        return new RemoteCalls(
                party, payment.timeout(), payment.threads(), payment.threads(), maxPerSecond, threads.calls(), time);
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

    private RuleParts parts(Rule rule, RuleStore opened, OrderStore where, RemoteReleases remote, ClaimedRows rows) {
        List<InventoryReleaser> all = new ArrayList<>(forRule(extensions.releasers(), rule.name()));
        all.addAll(opened.releasers());
        checkTypes(rule.name(), all);
        PaymentQueries queries = new PaymentQueries();
        LocalReleases releases = new LocalReleases(rule.name(), all, where.transactions());
        return new RuleParts(
                rule,
                opened.source(),
                where,
                opened.scanner(),
                new Checks(forRule(extensions.policies(), rule.name())),
                opened.payable(),
                paymentCheck(rule, queries),
                queries,
                first(extensions.latePayments(), rule.name())
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

    private Optional<PaymentCheck> paymentCheck(Rule rule, PaymentQueries queries) {
        PaymentSettings payment = rule.payment();
        return first(extensions.gateways(), rule.name())
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
                                    name -> calls("payment gateway of rule " + name, payment, payment.maxPerSecond())),
                            time);
                });
    }

    private <T> Optional<T> first(PerRule<T> all, String rule) {
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

    private <T> List<T> forRule(PerRule<T> all, String rule) {
        Rule known = rules.get(rule);
        return all.of(rule, known == null ? rule : known.configuredName());
    }
}

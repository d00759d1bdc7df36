package io.github.ordertimeout;

import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The data sources of an engine; most have one. What is asked of all is asked of each by itself. */
final class Sites implements OneOrder.Askable {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private final List<Site> all;
    private final Map<String, Site> byRule;

    /** Takes the data sources, and the names of all rules in the order configured. */
    Sites(List<Site> all, Collection<String> rules) {
        this.all = List.copyOf(all);
        Map<String, Site> sites = new LinkedHashMap<>();
        for (String rule : rules) {
            all.stream().filter(site -> site.rules().containsKey(rule)).forEach(site -> sites.put(rule, site));
        }
        this.byRule = Collections.unmodifiableMap(sites);
    }

    List<Site> all() {
        return all;
    }

    boolean isEmpty() {
        return byRule.isEmpty();
    }

    /** By the name of each rule, in the order configured. */
    Map<String, Site> rules() {
        return byRule;
    }

    /** Those that were reached. */
    List<SiteWork> opened() {
        return all.stream().flatMap(site -> site.work().stream()).toList();
    }

    Site named(String dataSource) {
        return all.stream()
                .filter(site -> site.dataSource().equals(dataSource))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No data source " + dataSource + "; there are "
                        + all.stream().map(Site::dataSource).toList()));
    }

    /** The longest sleep between two runs of its compensation work. */
    Duration interval(Site site) {
        return site.rules().values().stream()
                .map(rule -> rule.scan().interval())
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /**
     * One pass over each, at the same time. Where one cannot begin its rules' reports say so; the only one's failure is the
     * caller's.
     */
    Map<String, RuleReport> each(ExecutorService threads, Function<Site, Map<String, RuleReport>> pass) {
        Map<String, RuleReport> reports = new LinkedHashMap<>();
        if (all.size() == 1) {
            reports.putAll(pass.apply(all.get(0)));
        } else {
            all.stream()
                    .map(site -> CompletableFuture.supplyAsync(() -> reported(site, pass), threads))
                    .toList()
                    .forEach(part -> reports.putAll(part.join()));
        }
        Map<String, RuleReport> inOrder = new LinkedHashMap<>();
        byRule.keySet()
                .forEach(name -> Optional.ofNullable(reports.get(name)).ifPresent(report -> inOrder.put(name, report)));
        return inOrder;
    }

    private static Map<String, RuleReport> reported(Site site, Function<Site, Map<String, RuleReport>> pass) {
        try {
            return pass.apply(site);
        } catch (RuntimeException e) {
            String why = site.work().isPresent()
                    ? "data source " + site.dataSource() + " cannot be asked: " + e.getMessage()
                    : site.sentence();
            log.warn("{}; the others go on.", why);
            Map<String, RuleReport> failed = new LinkedHashMap<>();
            site.rules().keySet().forEach(name -> failed.put(name, site.failed(why)));
            return failed;
        }
    }

    /** The compensation tables as they are now; what cannot be read of several counts as it was. */
    CompensationCounts countAgain() {
        return opened().stream()
                .map(site -> {
                    try {
                        return site.countAgain();
                    } catch (RuntimeException e) {
                        if (all.size() == 1) {
                            throw e;
                        }
                        return site.counts();
                    }
                })
                .reduce(Sites::sum)
                .orElse(CompensationCounts.NONE);
    }

    static CompensationCounts sum(CompensationCounts one, CompensationCounts other) {
        return new CompensationCounts(
                one.pending() + other.pending(),
                one.dead() + other.dead(),
                one.oldestDue().compareTo(other.oldestDue()) > 0 ? one.oldestDue() : other.oldestDue());
    }

    /** Of all together; where they differ, the worst. */
    CompensationStatus compensationStatus(Function<Site, LoopState> loop) {
        List<Site> reached =
                all.stream().filter(site -> site.work().isPresent()).toList();
        List<WorkWatch> watches = opened().stream().map(SiteWork::settling).toList();
        return new CompensationStatus(
                all.stream().map(this::interval).min(Duration::compareTo).orElse(Duration.ZERO),
                reached.stream()
                        .map(loop)
                        .max(Comparator.comparing(LoopState.DIED::equals))
                        .orElse(LoopState.NOT_STARTED),
                watches.stream().flatMap(watch -> watch.runningFor().stream()).max(Duration::compareTo),
                watches.stream()
                        .map(WorkWatch::quietFor)
                        .max(Duration::compareTo)
                        .orElse(Duration.ZERO),
                watches.stream().allMatch(watch -> watch.lastFinished().isPresent())
                        ? watches.stream()
                                .flatMap(watch -> watch.lastFinished().stream())
                                .min(Instant::compareTo)
                        : Optional.empty(),
                reached.stream().flatMap(Sites::lastFailure).max(Comparator.comparing(WorkFailure::at)),
                watches.stream().mapToInt(WorkWatch::failedInARow).max().orElse(0),
                opened().stream().map(SiteWork::counts).reduce(Sites::sum).orElse(CompensationCounts.NONE));
    }

    private static Stream<WorkFailure> lastFailure(Site site) {
        String where = site.dataSource().isEmpty() ? "" : "data source " + site.dataSource() + ": ";
        return site.reached().settling().lastFailure().stream()
                .map(failure -> new WorkFailure(failure.at(), where + failure.reason()));
    }

    /** The rule of that name, or all shards of it. */
    List<RuleRunner> runners(String rule) {
        boolean one = byRule.containsKey(rule);
        List<RuleRunner> runners = new ArrayList<>();
        byRule.forEach((name, site) -> {
            boolean meant = one
                    ? name.equals(rule)
                    : Optional.ofNullable(site.rules().get(name))
                            .filter(known -> known.configuredName().equals(rule))
                            .isPresent();
            if (meant) {
                Optional.ofNullable(site.reached().rules().get(name)).ifPresent(runners::add);
            }
        });
        return runners;
    }

    @Override
    public Collection<RuleParts> all(String idOrNumber) {
        return parts(addressed(idOrNumber).map(Site::reached));
    }

    @Override
    public Collection<RuleParts> reachable(String idOrNumber) {
        return parts(addressed(idOrNumber).flatMap(site -> site.work().stream()));
    }

    /** The same for rules whose orders are paid. */
    OneOrder.Askable paid() {
        return idOrNumber -> all(idOrNumber).stream()
                .filter(parts -> parts.rule().paymentCheck())
                .toList();
    }

    private static List<RuleParts> parts(Stream<SiteWork> sites) {
        return sites.flatMap(site -> site.rules().values().stream())
                .map(RuleRunner::parts)
                .toList();
    }

    /** The one that the order's address names, else all. */
    private Stream<Site> addressed(String order) {
        Predicate<Site> named = site -> !site.dataSource().isEmpty()
                && (order.contains("/") || order.contains(":"))
                && order.startsWith(site.dataSource() + ".");
        return all.stream().anyMatch(named) ? all.stream().filter(named) : all.stream();
    }

    /** What confirms payments in the data source of that order; in any where nobody knows it. */
    ConfirmStep confirming(String order) {
        List<Site> may = addressed(order).toList();
        if (may.size() == 1) {
            return may.get(0).reached().confirm();
        }
        List<OneOrder.Sighting> seen = new OneOrder(paid()).sightings(order);
        List<String> keys = seen.stream()
                .map(one -> one.key().toString())
                .distinct()
                .sorted()
                .toList();
        if (keys.size() > 1) {
            throw new AmbiguousOrderException(order, keys);
        }
        return seen.stream()
                .findFirst()
                .flatMap(one -> opened().stream()
                        .filter(site -> site.store() == one.parts().store())
                        .findFirst())
                .or(() -> opened().stream().findFirst())
                .orElseThrow(() -> new OrderTimeoutException("No rule is at work, so that nobody knows order " + order))
                .confirm();
    }

    /** Rows of all tables, by number. */
    List<CompensationRow> compensations(long afterRow, int limit) {
        List<CompensationRow> rows = all.stream()
                .map(Site::reached)
                .flatMap(site -> site.store().compensations().list(afterRow, limit).stream())
                .sorted(Comparator.comparingLong(CompensationRow::row))
                .toList();
        if (rows.size() <= limit) {
            return rows;
        }
        long last = rows.get(limit - 1).row();
        return rows.stream().filter(row -> row.row() <= last).toList();
    }

    /** The data source whose table has a row of that number. */
    Optional<SiteWork> withRow(long row) {
        if (all.size() == 1) {
            return Optional.of(all.get(0).reached());
        }
        List<Site> holders = all.stream()
                .filter(site -> site.reached().store().compensations().list(row - 1, 1).stream()
                        .anyMatch(one -> one.row() == row))
                .toList();
        if (holders.size() > 1) {
            throw new OrderTimeoutException("Compensation row " + row + " is one of "
                    + String.join(", ", holders.stream().map(Site::dataSource).toList())
                    + ": say which data source, " + holders.get(0).dataSource() + ":" + row + " for example");
        }
        return holders.stream().findFirst().flatMap(Site::work);
    }
}

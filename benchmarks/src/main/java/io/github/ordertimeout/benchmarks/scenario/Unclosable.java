package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Shop;
import io.github.ordertimeout.benchmarks.shop.Size;
import io.github.ordertimeout.benchmarks.shop.StatementLog;
import io.github.ordertimeout.check.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Wakes between full passes where hundreds of thousands of overdue orders may not be closed (a policy defers them, their term is
 * {@code never}, they are too old), beside wakes where there are none.
 */
public final class Unclosable implements Scenario {
    private static final String PASS = "incremental wake ms";
    private static final String NONE = "no overdue order";
    private static final String TOO_OLD = "too old";
    private static final String NONE_TOO_OLD = "no overdue order, max-age and a term";
    private static final Duration INTERVAL = Duration.ofMillis(500);

    @Override
    public Table measure(Options options, Database database) {
        long overdue = options.number("overdue", 500_000);
        Results results = new Results();
        Shop.open(database, Size.of(overdue, 0));
        watch(results, NONE, database, options, rule(options), false);
        watch(results, NONE_TOO_OLD, database, options, withMaxAge(options), false);
        Shop.open(database, Size.of(overdue, overdue));
        watch(results, "deferred by a policy", database, options, rule(options), true);
        watch(
                results,
                "term never",
                database,
                options,
                rule(options).inRule("timeouts-by[0].where.version", "0").inRule("timeouts-by[0].timeout", "never"),
                false);
        watch(results, TOO_OLD, database, options, withMaxAge(options), false);
        Table table = new Table(
                        "unclosable-" + name(database),
                        "Orders that may not be closed, " + database.dialect().title(),
                        results)
                .note(overdue + " overdue orders, wakes every " + INTERVAL.toMillis() + " ms");
        results.contenders().stream()
                .filter(name -> !name.startsWith(NONE))
                .forEach(name -> table.target(
                        name + " against none",
                        results.ratio(PASS, name, name.equals(TOO_OLD) ? NONE_TOO_OLD : NONE),
                        "<=",
                        1.5));
        return table;
    }

    /** Asks, besides, for orders without a deadline by their creation: two looks a wake, whether anything is too old or not. */
    private static EngineRule withMaxAge(Options options) {
        return rule(options)
                .inRule("created-column", "created_at")
                .inRule("timeout", "100d")
                .inRule("max-age", "1h");
    }

    private static EngineRule rule(Options options) {
        return EngineRule.withStock(options.work())
                .with("scan.interval", INTERVAL.toMillis() + "ms")
                .with("scan.precision", "1ms")
                .with("scan.full-interval", "1h")
                .with("compensation.interval", "1h");
    }

    private static void watch(
            Results results, String name, Database database, Options options, EngineRule rule, boolean defer) {
        StatementLog log = new StatementLog(database.pool());
        Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
        try (EngineContender engine = new EngineContender(name, log.dataSource(), rule, Optional.empty(), builder -> {
            if (defer) {
                builder.policy((order, context) -> Verdict.defer("held back", tomorrow));
            }
        })) {
            engine.engine().start();
            firstFullPass(log);
            Wakes.watch(log, Duration.ofSeconds(options.number("seconds", 10)), INTERVAL)
                    .forEach(wake -> results.add(
                            name, Map.of(PASS, Wakes.millis(wake), "statements per wake", (double) wake.size())));
        }
    }

    /** It has ended when nothing was sent for a while. */
    private static void firstFullPass(StatementLog log) {
        int before = -1;
        long quietSince = System.nanoTime();
        while (System.nanoTime() - quietSince < INTERVAL.toNanos() * 9 / 10
                || log.sent().isEmpty()) {
            Wakes.sleep(Duration.ofMillis(5));
            int now = log.sent().size();
            if (now != before) {
                before = now;
                quietSince = System.nanoTime();
            }
        }
    }

    @Override
    public String charted() {
        return PASS;
    }
}

package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Rounds;
import io.github.ordertimeout.benchmarks.measure.Series;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a host's checkout on a hot SKU feels of an engine that works off a backlog whose every order holds that SKU. */
public final class Checkout implements Scenario {
    private static final String IDLE = "engine idle";
    private static final String BUSY = "engine at work";

    @Override
    public Table measure(Options options, Database database) {
        Shop shop = Shop.open(database, options.size(100_000, 100_000));
        shop.heat();
        Customers customers = new Customers(database);
        Duration idle = Duration.ofSeconds(options.number("seconds", 20));
        Results results;
        try (EngineContender engine =
                new EngineContender("engine", database.pool(), EngineRule.withStock(options.work()))) {
            results = new Rounds(options.rounds(), options.warmUps())
                    .with(IDLE, () -> {
                        long end = System.nanoTime() + idle.toNanos();
                        return figures(customers.buy(() -> System.nanoTime() < end));
                    })
                    .with(BUSY, () -> busy(shop, engine, customers))
                    .run();
        }
        return new Table(
                        "checkout-" + name(database),
                        "A host's checkout, ms, " + database.dialect().title(),
                        results)
                .note(shop.size()
                        + ", each with an item of the hot SKU; 4 customers, 50 ms between two checkouts of one")
                .note("host's deadlocks " + customers.deadlocks() + ", its other failures " + customers.otherFailures())
                .target(
                        "p99 ms more than idle",
                        results.of(BUSY, "p99").median()
                                - results.of(IDLE, "p99").median(),
                        "<=",
                        50)
                .target("host's deadlocks", (double) customers.deadlocks(), "<=", 0);
    }

    private static Map<String, Double> busy(Shop shop, EngineContender engine, Customers customers) {
        AtomicBoolean draining = new AtomicBoolean(true);
        Thread drain = new Thread(() -> {
            try {
                engine.closeAll();
            } finally {
                draining.set(false);
            }
        });
        drain.start();
        Series series = customers.buy(draining::get);
        long closed = shop.database().number("SELECT COUNT(*) FROM " + Shop.ORDERS + " WHERE status = 4");
        System.err.println("closed " + closed + " of " + shop.size().overdue());
        shop.forgetFed();
        shop.reset();
        return figures(series);
    }

    private static Map<String, Double> figures(Series series) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("checkouts", (double) series.values().size());
        figures.put("p50", series.percentile(50));
        figures.put("p99", series.percentile(99));
        figures.put("max", series.most());
        return figures;
    }

    @Override
    public String charted() {
        return "p99";
    }
}

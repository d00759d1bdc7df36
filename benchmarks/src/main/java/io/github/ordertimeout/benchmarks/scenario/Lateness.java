package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Rounds;
import io.github.ordertimeout.benchmarks.measure.Series;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.ServerClock;
import io.github.ordertimeout.benchmarks.shop.Shop;
import io.github.ordertimeout.benchmarks.shop.Size;
import io.github.ordertimeout.event.EngineEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How long after its due time an order's close is committed, by the database's clock, while customers keep ordering. The moment
 * taken is that of the engine's event, which comes after the commit.
 */
public final class Lateness implements Scenario {
    private static final String FULL_INTERVAL = "10s";
    private static final Duration START_UP = Duration.ofSeconds(1);

    /** One row of the table. */
    private record Case(long perSecond, String precision) {
        @Override
        public String toString() {
            return perSecond + "/s, precision " + precision;
        }
    }

    private static final Case SLOW = new Case(50, "1s");
    private static final Case EXACT = new Case(50, "20ms");
    private static final Case BUSY = new Case(1_000, "20ms");

    @Override
    public Table measure(Options options, Database database) {
        Shop shop = Shop.open(database, Size.of(options.number("rows", 100_000), 0));
        Rounds rounds = new Rounds(options.rounds(), options.warmUps());
        for (Case one : List.of(SLOW, EXACT, BUSY)) {
            rounds.with(one.toString(), () -> run(shop, one, options));
        }
        Results results = rounds.run();
        return new Table(
                        "lateness-" + name(database),
                        "Lateness from due to commit, ms, " + database.dialect().title(),
                        results)
                .note(options.number("seconds", 20) + " s of orders each, " + options.work()
                        + "; the host calls orderCreated once per transaction; full passes every " + FULL_INTERVAL)
                .target("p99 ms at " + SLOW, results.of(SLOW.toString(), "p99").median(), "<=", 1_100)
                .target(
                        "p99 ms at " + EXACT,
                        results.of(EXACT.toString(), "p99").median(),
                        "<=",
                        40)
                .target("p99 ms at " + BUSY, results.of(BUSY.toString(), "p99").median(), "<=", 80)
                .target("max ms at " + BUSY, results.of(BUSY.toString(), "max").median(), "<=", 250)
                .target("min ms at " + BUSY, results.of(BUSY.toString(), "min").least(), ">=", 0);
    }

    private static Map<String, Double> run(Shop shop, Case one, Options options) {
        Database database = shop.database();
        ServerClock clock = ServerClock.read(database);
        List<Double> millis = Collections.synchronizedList(new ArrayList<>());
        EngineRule rule = EngineRule.withStock(options.work())
                .with("scan.precision", one.precision())
                // Orders whose insert was committed after their due time are met by full passes only.
                .with("scan.full-interval", FULL_INTERVAL);
        long made;
        try (EngineContender engine = new EngineContender(
                "engine",
                database.pool(),
                rule,
                Optional.empty(),
                builder -> builder.listener(event -> {
                    if (event instanceof EngineEvent.OrderClosed closed) {
                        long late =
                                clock.since(closed.order().order().closesAt().orElseThrow(), System.nanoTime());
                        millis.add(late / 1e3);
                    }
                }))) {
            engine.engine().start();
            Wakes.sleep(START_UP);
            made = new Feeder(
                            database,
                            clock,
                            one.perSecond(),
                            Duration.ofSeconds(Math.min(4, Math.max(1, options.number("seconds", 20) / 2))),
                            engine.engine()::orderCreated)
                    .run(Duration.ofSeconds(options.number("seconds", 20)));
            long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (millis.size() < made && System.nanoTime() < end) {
                Wakes.sleep(Duration.ofMillis(100));
            }
        }
        long early =
                database.number("SELECT COUNT(*) FROM " + Shop.ORDERS + " WHERE status = 4 AND closed_at < expire_at");
        if (millis.size() != made || early > 0) {
            throw new IllegalStateException(
                    millis.size() + " of " + made + " were closed, " + early + " of them early");
        }
        long drift = Math.abs(ServerClock.read(database).at(0) - clock.at(0));
        shop.forgetFed();
        shop.reset();
        return figures(millis, clock.uncertainty() + drift);
    }

    private static Map<String, Double> figures(List<Double> millis, long uncertainty) {
        Series all = new Series();
        millis.forEach(all::add);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("min", all.least());
        figures.put("p50", all.percentile(50));
        figures.put("p90", all.percentile(90));
        figures.put("p99", all.percentile(99));
        figures.put("max", all.most());
        figures.put("clock error", uncertainty / 1e3);
        return figures;
    }

    @Override
    public String charted() {
        return "p99";
    }
}

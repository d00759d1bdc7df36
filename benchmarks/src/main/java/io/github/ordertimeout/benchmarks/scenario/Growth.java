package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Shop;
import io.github.ordertimeout.benchmarks.shop.Size;
import java.util.List;
import java.util.Map;

/** A full pass over the same number of overdue orders in a table, and in one ten times as long: found only, and closed. */
public final class Growth implements Scenario {
    private static final String SCAN = "full pass ms, found only";
    private static final String CLOSE = "full pass ms, closed";

    @Override
    public Table measure(Options options, Database database) {
        long rows = options.number("rows", 1_000_000);
        long overdue = options.number("overdue", 20_000);
        Results results = new Results();
        for (long size : List.of(rows, 10 * rows)) {
            Shop shop = Shop.open(database, Size.of(size, overdue));
            EngineRule rule = EngineRule.withStock(options.work());
            try (EngineContender engine = new EngineContender("engine", database.pool(), rule)) {
                for (int round = 1 - options.warmUps(); round <= options.rounds(); round++) {
                    double found = millis(() -> engine.engine().plan());
                    double closed = millis(engine::closeAll);
                    shop.verify(overdue, Shop.LEDGER);
                    shop.reset();
                    System.err.println(size + " rows, round " + round + ": " + found + " ms, " + closed + " ms");
                    if (round >= 1) {
                        results.add(size + " rows", Map.of(SCAN, found, CLOSE, closed));
                    }
                }
            }
        }
        return new Table(
                        "growth-" + name(database),
                        "A table and one ten times as long, "
                                + database.dialect().title(),
                        results)
                .note(overdue + " overdue orders, spread over the ids; " + options.work()
                        + "; one table after the other")
                .target(
                        "found only, ten times the rows",
                        results.ratio(SCAN, 10 * rows + " rows", rows + " rows"),
                        "<=",
                        1.3)
                .target(
                        "closed, ten times the rows",
                        results.ratio(CLOSE, 10 * rows + " rows", rows + " rows"),
                        "<=",
                        1.3);
    }

    private static double millis(Runnable pass) {
        long start = System.nanoTime();
        pass.run();
        return (System.nanoTime() - start) / 1e6;
    }

    @Override
    public String charted() {
        return SCAN;
    }
}

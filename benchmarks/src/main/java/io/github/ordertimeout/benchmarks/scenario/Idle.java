package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Statements;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Dialect;
import io.github.ordertimeout.benchmarks.shop.RowsRead;
import io.github.ordertimeout.benchmarks.shop.Shop;
import io.github.ordertimeout.benchmarks.shop.Size;
import io.github.ordertimeout.benchmarks.shop.StatementLog;
import io.github.ordertimeout.benchmarks.shop.StatementLog.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An engine that runs by itself with nothing to do, on a table and on one ten times as long: what each of its wakes sends and reads. */
public final class Idle implements Scenario {
    private static final String PASS = "idle wake ms";
    private static final String SENT = "statements per wake";
    private static final String ONLY_OPEN = " rows, index on open orders only";
    private static final Duration INTERVAL = Duration.ofMillis(500);

    @Override
    public Table measure(Options options, Database database) {
        long rows = options.number("rows", 100_000);
        Results results = new Results();
        List<String> found = new ArrayList<>();
        String read = new RowsRead(database).unit() + " per wake";
        for (long size : List.of(rows, 10 * rows)) {
            Shop shop = Shop.open(database, Size.of(size, 0));
            found.add(look(size + " rows", read, results, options, database));
            if (size > rows && database.dialect() == Dialect.POSTGRESQL) {
                shop.indexOpenOnly();
                look(size + ONLY_OPEN, read, results, options, database);
            }
        }
        String small = rows + " rows";
        String large = 10 * rows + " rows";
        Table table = new Table(
                        "idle-" + name(database),
                        "Idle wakes, " + database.dialect().title(),
                        results)
                .target("time, ten times the rows", results.ratio(PASS, large, small), "<=", 1.2)
                .target("statements per wake", results.of(large, SENT).median(), "<=", 1)
                .target(read, results.of(large, read).median(), "<=", database.dialect() == Dialect.POSTGRESQL ? 4 : 30)
                .note("wakes every " + INTERVAL.toMillis() + " ms, full passes apart");
        if (database.dialect() == Dialect.POSTGRESQL) {
            table.target(
                    read + ", index on open orders only",
                    results.of(10 * rows + ONLY_OPEN, read).median(),
                    "<=",
                    4);
        }
        table.attachment("\nOne wake sends:\n" + found.get(found.size() - 1));
        return table;
    }

    /** Lets an engine wake a few times, and tells what one wake sent. */
    private static String look(String name, String read, Results results, Options options, Database database) {
        List<List<Sent>> wakes = wakes(database, options);
        for (List<Sent> wake : wakes) {
            results.add(name, Map.of(PASS, Wakes.millis(wake), SENT, (double) wake.size(), read, read(database, wake)));
        }
        return Statements.table(wakes.get(0));
    }

    private static List<List<Sent>> wakes(Database database, Options options) {
        StatementLog log = new StatementLog(database.pool());
        EngineRule rule = EngineRule.withStock(options.work())
                .with("scan.interval", INTERVAL.toMillis() + "ms")
                .with("scan.precision", "1ms")
                .with("scan.full-interval", "1h")
                .with("compensation.interval", "1h");
        try (EngineContender engine = new EngineContender("engine", log.dataSource(), rule)) {
            engine.engine().start();
            Wakes.sleep(Duration.ofSeconds(1));
            return Wakes.watch(log, Duration.ofSeconds(options.number("seconds", 10)), INTERVAL);
        }
    }

    private static double read(Database database, List<Sent> wake) {
        RowsRead reader = new RowsRead(database);
        return wake.stream()
                .filter(one -> one.sql().startsWith("SELECT"))
                .mapToLong(reader::of)
                .sum();
    }

    @Override
    public String charted() {
        return PASS;
    }
}

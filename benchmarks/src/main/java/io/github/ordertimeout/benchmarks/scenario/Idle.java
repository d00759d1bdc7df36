package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Series;
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
    private static final Duration INTERVAL = Duration.ofMillis(500);

    @Override
    public Table measure(Options options, Database database) {
        long rows = options.number("rows", 100_000);
        Results results = new Results();
        List<String> found = new ArrayList<>();
        String read = new RowsRead(database).unit() + " per wake";
        for (long size : List.of(rows, 10 * rows)) {
            Shop.open(database, Size.of(size, 0));
            List<List<Sent>> wakes = wakes(database, options);
            for (List<Sent> wake : wakes) {
                results.add(
                        size + " rows",
                        Map.of(PASS, Wakes.millis(wake), SENT, (double) wake.size(), read, read(database, wake)));
            }
            found.add(Statements.table(wakes.get(0)));
        }
        String small = rows + " rows";
        String large = 10 * rows + " rows";
        Series statements = results.of(large, SENT);
        Table table = new Table(
                        "idle-" + name(database),
                        "Idle wakes, " + database.dialect().title(),
                        results)
                .target("time, ten times the rows", results.ratio(PASS, large, small), "<=", 1.2)
                .target("statements per wake", statements.median(), "<=", 1)
                .target(read, results.of(large, read).median(), "<=", database.dialect() == Dialect.POSTGRESQL ? 4 : 30)
                .note("wakes every " + INTERVAL.toMillis() + " ms, full passes apart");
        table.attachment("\nOne wake sends:\n" + found.get(found.size() - 1));
        return table;
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

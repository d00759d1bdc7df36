package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.BareSql;
import io.github.ordertimeout.benchmarks.contender.Contender;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.CpuSamples;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Statements;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.measure.Usage;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Shop;
import io.github.ordertimeout.benchmarks.shop.StatementLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where the time of a close goes: the statements, and the methods on the CPU. Its figures of speed are slowed by the watching. */
public final class Profile implements Scenario {
    @Override
    public Table measure(Options options, Database database) {
        Shop shop = Shop.open(database, options.size(100_000, 20_000));
        StatementLog log = new StatementLog(database.pool());
        Results results = new Results();
        List<Contender> contenders = List.of(
                new EngineContender("engine", log.dataSource(), EngineRule.withStock(options.work())),
                BareSql.sameLedger(shop, log.dataSource(), options.work()));
        List<String> found = new ArrayList<>();
        for (Contender contender : contenders) {
            for (int i = 0; i < options.warmUps(); i++) {
                contender.closeAll();
                shop.reset();
            }
            log.clear();
            contender.closeAll();
            found.add("\n**" + contender.name() + ": statements**\n" + Statements.table(log.sent()));
            shop.reset();
            found.add("\n**" + contender.name() + ": methods**\n"
                    + CpuSamples.of(() -> {
                        Map<String, Double> figures = Usage.of(contender::closeAll);
                        results.add(contender.name(), figures);
                    }));
            shop.reset();
        }
        contenders.forEach(Races::close);
        Table table = new Table(
                "profile-" + name(database),
                "Where the time goes, " + database.dialect().title(),
                results);
        found.forEach(table::attachment);
        return table.note(shop.size() + "; " + options.work());
    }

    @Override
    public String charted() {
        return Usage.CLOSES_PER_SECOND;
    }
}

package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.Contender;
import io.github.ordertimeout.benchmarks.contender.DbSchedulerContender;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.contender.JobRunrContender;
import io.github.ordertimeout.benchmarks.contender.NaiveLoop;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.measure.Usage;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.util.List;

/** Closes a second beside those who close order by order: a loop, db-scheduler, JobRunr. Making their jobs is not in the time. */
public final class Peers implements Scenario {
    private static final int THREADS = 8;
    private static final String ENGINE = "engine";

    @Override
    public Table measure(Options options, Database database) {
        Shop shop = Shop.open(database, options.size(100_000, options.number("orders", 20_000)));
        Contender engine = new EngineContender(ENGINE, database.pool(), EngineRule.withStock(options.work()));
        // The others run for many seconds a round; the engine's round is over before the compiler has seen it often.
        for (long i = options.number("engine-warm-ups", 4); i > 0; i--) {
            Races.turn(shop, engine);
        }
        List<Contender> contenders = List.of(
                engine,
                new NaiveLoop(shop, THREADS),
                new DbSchedulerContender(shop, THREADS),
                new JobRunrContender(shop, THREADS));
        Results results = Races.run(shop, contenders, options);
        Table table = new Table(
                        "peers-" + name(database),
                        "Closing beside per-order ways, " + database.dialect().title(),
                        results)
                .note(shop.size() + "; engine: " + options.work()
                        + "; the jobs are made before the clock runs; the engine has made "
                        + options.number("engine-warm-ups", 4) + " passes before that do not count");
        double[] wanted = {12, 15, 60};
        for (int i = 1; i < contenders.size(); i++) {
            String peer = contenders.get(i).name();
            table.target("against " + peer, results.ratio(Usage.CLOSES_PER_SECOND, ENGINE, peer), ">=", wanted[i - 1]);
        }
        return table;
    }

    @Override
    public String charted() {
        return Usage.CLOSES_PER_SECOND;
    }
}

package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Rounds;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.measure.Usage;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.util.Map;
import java.util.Objects;

/** Orders that all run out in the same microsecond, beside the same number spread over time: what a long tie costs the keyset. */
public final class Tie implements Scenario {
    private static final String SECONDS = "seconds";

    @Override
    public Table measure(Options options, Database database) {
        Shop shop = Shop.open(database, options.size(100_000, 100_000));
        Results results;
        try (EngineContender engine =
                new EngineContender("engine", database.pool(), EngineRule.withStock(options.work()))) {
            results = new Rounds(options.rounds(), options.warmUps())
                    .with("spread", () -> {
                        shop.spread();
                        return seconds(shop, engine);
                    })
                    .with("one tie", () -> {
                        shop.tie();
                        return seconds(shop, engine);
                    })
                    .run();
        }
        return new Table(
                        "tie-" + name(database),
                        "One long tie, " + database.dialect().title(),
                        results)
                .note(shop.size() + "; " + options.work())
                .target("time of one tie against spread", results.ratio(SECONDS, "one tie", "spread"), "<=", 1.2);
    }

    private static Map<String, Double> seconds(Shop shop, EngineContender engine) {
        double persecond = Objects.requireNonNull(Races.turn(shop, engine).get(Usage.CLOSES_PER_SECOND));
        return Map.of(SECONDS, shop.size().overdue() / persecond);
    }

    @Override
    public String charted() {
        return SECONDS;
    }
}

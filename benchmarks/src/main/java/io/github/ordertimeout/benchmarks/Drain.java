package io.github.ordertimeout.benchmarks;

import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Usage;
import io.github.ordertimeout.benchmarks.shop.Database;
import java.util.Arrays;

/** A process that closes what is overdue in a shop that another one has made, and prints how many a second. */
public final class Drain {
    private Drain() {}

    /** Takes {@code --url}, {@code --threads} and {@code --batch}. */
    public static void main(String[] arguments) {
        Options options = Options.parse(Arrays.asList(arguments));
        try (Database database = Database.open(options.url());
                EngineContender engine =
                        new EngineContender("engine", database.pool(), EngineRule.withStock(options.work()))) {
            System.out.println(Usage.of(engine::closeAll).get(Usage.CLOSES_PER_SECOND));
        }
    }
}

package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.Contender;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Rounds;
import io.github.ordertimeout.benchmarks.measure.Usage;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.util.List;
import java.util.Map;

/** Lets contenders close the same overdue orders in turn; after each turn the shop is looked over and put back. */
final class Races {
    private Races() {}

    static Results run(Shop shop, List<Contender> contenders, Options options) {
        Rounds rounds = new Rounds(options.rounds(), options.warmUps());
        contenders.forEach(contender -> rounds.with(contender.name(), () -> turn(shop, contender)));
        try {
            return rounds.run();
        } finally {
            contenders.forEach(Races::close);
        }
    }

    /** One contender's turn. */
    static Map<String, Double> turn(Shop shop, Contender contender) {
        contender.prepare();
        Map<String, Double> figures = Usage.of(contender::closeAll);
        shop.verify(shop.size().overdue(), contender.ledger());
        shop.reset();
        return figures;
    }

    /** Ends it. */
    static void close(Contender contender) {
        try {
            contender.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}

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
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** One release in another system per order, which answers at once, beside stock given back in the closing transaction. */
public final class Remote implements Scenario {
    private static final String LOCAL = "local stock";
    private static final String REMOTE = "remote release";

    @Override
    public Table measure(Options options, Database database) {
        Shop shop = Shop.open(database, options.size(200_000, 50_000));
        Warehouse warehouse = new Warehouse();
        EngineContender remote = new EngineContender(
                REMOTE,
                database.pool(),
                EngineRule.without(options.work()),
                Optional.empty(),
                builder -> builder.releaser(warehouse));
        EngineContender local = new EngineContender(LOCAL, database.pool(), EngineRule.withStock(options.work()));
        Results results = new Rounds(options.rounds(), options.warmUps())
                .with(LOCAL, () -> Races.turn(shop, local))
                .with(REMOTE, () -> withCalls(shop, remote, warehouse))
                .run();
        local.close();
        remote.close();
        return new Table(
                        "remote-" + name(database),
                        "A remote release per order, " + database.dialect().title(),
                        results)
                .note(shop.size() + "; " + options.work() + "; until the last call is done and its row deleted")
                .target("remote against local", results.ratio(Usage.CLOSES_PER_SECOND, REMOTE, LOCAL), ">=", 0.35);
    }

    private static Map<String, Double> withCalls(Shop shop, EngineContender remote, Warehouse warehouse) {
        warehouse.calls.reset();
        Map<String, Double> figures = Usage.of(() -> closeAndCall(remote));
        long owed = shop.database().number("SELECT COUNT(*) FROM " + Shop.PREFIX + "compensation");
        if (warehouse.calls.sum() != shop.size().overdue() || owed != 0) {
            throw new IllegalStateException(
                    warehouse.calls.sum() + " calls instead of one per order, " + owed + " owed");
        }
        shop.reset();
        return figures;
    }

    /** What did not fit beside the closes is worked off by its rows, as the thread of a running engine would. */
    private static long closeAndCall(EngineContender remote) {
        long closed = remote.closeAll();
        while (remote.engine().compensate().pending() > 0) {
            Thread.onSpinWait();
        }
        return closed;
    }

    @Override
    public String charted() {
        return Usage.CLOSES_PER_SECOND;
    }

    private static final class Warehouse implements InventoryReleaser {
        private final LongAdder calls = new LongAdder();

        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            calls.increment();
        }

        @Override
        public String releaseType() {
            return "warehouse";
        }

        @Override
        public ReleaseMode mode() {
            return ReleaseMode.REMOTE;
        }
    }
}

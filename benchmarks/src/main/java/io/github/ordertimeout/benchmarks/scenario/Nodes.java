package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Rounds;
import io.github.ordertimeout.benchmarks.measure.Series;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.measure.Usage;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.ServerClock;
import io.github.ordertimeout.benchmarks.shop.Shop;
import io.github.ordertimeout.cluster.shedlock.ShedLockShardLeases;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.OrderFate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Several engines on one database, each with connections of its own, as many nodes are: with shards that leases share out, and
 * without, where every node scans everything and the close decides.
 */
public final class Nodes implements Scenario {
    private static final String MET = "orders met per close";
    private static final int SHARDS = 16;
    private static final String LOCKS = "bench_shedlock";
    private static final long PER_SECOND = 200;
    private static final Duration TERM = Duration.ofSeconds(2);

    /** How late orders close that run out while the nodes run, by the database's clock. */
    private static final class Late {
        private final ServerClock clock;
        private final Series millis = new Series();
        private boolean begun;

        Late(ServerClock clock) {
            this.clock = clock;
        }

        ServerClock clock() {
            return clock;
        }

        synchronized void begin() {
            begun = true;
        }

        synchronized void add(EngineEvent.OrderClosed closed) {
            if (begun) {
                Instant due = closed.order().order().closesAt().orElseThrow();
                millis.add(clock.since(due, System.nanoTime()) / 1e3);
            }
        }

        synchronized double percentile(int percent) {
            return millis.percentile(percent);
        }
    }

    @Override
    public Table measure(Options options, Database database) {
        Shop shop = Shop.open(database, options.size(100_000, 50_000));
        database.execute(
                "DROP TABLE IF EXISTS " + LOCKS,
                "CREATE TABLE " + LOCKS + " (name VARCHAR(64) NOT NULL PRIMARY KEY, lock_until TIMESTAMP(3) NOT NULL,"
                        + " locked_at TIMESTAMP(3) NOT NULL, locked_by VARCHAR(255) NOT NULL)");
        Rounds rounds = new Rounds(options.rounds(), options.warmUps());
        Duration lease = Duration.ofMillis(options.number("lease-millis", 3_000));
        for (int nodes = 1; nodes <= options.number("most-nodes", 8); nodes *= 2) {
            int many = nodes;
            rounds.with(nodes + " without leases", () -> run(shop, many, options, Optional.empty()));
            rounds.with(nodes + " with leases", () -> run(shop, many, options, Optional.of(lease)));
        }
        Results results = rounds.run();
        database.execute("DROP TABLE " + LOCKS);
        return new Table(
                        "nodes-" + name(database),
                        "Nodes on one database, " + database.dialect().title(),
                        results)
                .note(shop.size() + "; " + options.work() + "; " + SHARDS + " shards with leases of "
                        + lease.toMillis()
                        + " ms by ShedLock's JDBC provider; the clock runs from the moment when every shard"
                        + " has an owner until the last order is closed; lateness while " + PER_SECOND
                        + " orders a second run out, at the usual precision; all nodes share this machine");
    }

    private static Map<String, Double> run(Shop shop, int nodes, Options options, Optional<Duration> lease) {
        LongAdder closed = new LongAdder();
        LongAdder met = new LongAdder();
        Late late = new Late(ServerClock.read(shop.database()));
        long made = 0;
        List<ShedLockShardLeases> shares = new ArrayList<>();
        List<EngineContender> engines = new ArrayList<>();
        List<Database> databases = new ArrayList<>();
        try {
            for (int i = 0; i < nodes; i++) {
                Database own = Database.open(shop.database().url());
                databases.add(own);
                EngineRule rule = EngineRule.withStock(options.work()).with("scan.interval", "1s");
                Optional<ShedLockShardLeases> share = lease.map(length -> share(own, length));
                share.ifPresent(shares::add);
                engines.add(new EngineContender(
                        "node " + i,
                        own.pool(),
                        lease.isPresent() ? rule.with("scan.shards", Integer.toString(SHARDS)) : rule,
                        Optional.empty(),
                        builder -> {
                            share.ifPresent(builder::shardLeases);
                            builder.listener(event -> count(event, closed, met, late));
                        }));
            }
            lease.ifPresent(length -> settle(shares, length));
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put(
                    Usage.CLOSES_PER_SECOND,
                    shop.size().overdue() / drain(engines, shop.size().overdue(), closed));
            late.begin();
            made = feed(shop, late, options);
            await(closed, shop.size().overdue() + made);
            engines.forEach(Races::close);
            figures.put(MET, (double) met.sum() / closed.sum());
            figures.put("late p50 ms", late.percentile(50));
            figures.put("late p99 ms", late.percentile(99));
            return figures;
        } finally {
            engines.forEach(Races::close);
            shares.forEach(ShedLockShardLeases::close);
            databases.forEach(Database::close);
            shop.verify(shop.size().overdue() + made, Shop.LEDGER);
            shop.forgetFed();
            shop.reset();
        }
    }

    private static ShedLockShardLeases share(Database own, Duration lease) {
        return ShedLockShardLeases.builder()
                .lockProvider(new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                        .withJdbcTemplate(new JdbcTemplate(own.pool()))
                        .withTableName(LOCKS)
                        .usingDbTime()
                        .build()))
                .lease(lease)
                .build();
    }

    /** Until each shard has one owner: nodes find each other within two leases. */
    private static void settle(List<ShedLockShardLeases> shares, Duration lease) {
        long end = System.nanoTime() + lease.multipliedBy(10).toNanos();
        while (!shares.isEmpty() && System.nanoTime() < end) {
            int least = SHARDS;
            int held = 0;
            for (ShedLockShardLeases share : shares) {
                int mine = share.held(EngineRule.NAME, SHARDS).size();
                least = Math.min(least, mine);
                held += mine;
            }
            if (held == SHARDS && least >= SHARDS / shares.size()) {
                return;
            }
            Wakes.sleep(lease.dividedBy(10));
        }
    }

    private static double drain(List<EngineContender> engines, long overdue, LongAdder closed) {
        long begun = System.nanoTime();
        engines.forEach(engine -> engine.engine().start());
        await(closed, overdue);
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void await(LongAdder closed, long all) {
        long end = System.nanoTime() + Duration.ofMinutes(5).toNanos();
        while (closed.sum() < all && System.nanoTime() < end) {
            Wakes.sleep(Duration.ofMillis(2));
        }
    }

    /** Nobody is told of these orders: most of them are made on another node than the one that closes them. */
    private static long feed(Shop shop, Late late, Options options) {
        return new Feeder(shop.database(), late.clock(), PER_SECOND, TERM, due -> {})
                .run(Duration.ofSeconds(options.number("seconds", 8)));
    }

    private static void count(EngineEvent event, LongAdder closed, LongAdder met, Late late) {
        if (event instanceof EngineEvent.OrderClosed one) {
            late.add(one);
            closed.increment();
        } else if (event instanceof EngineEvent.PassEnded pass) {
            pass.orders().forEach((fate, orders) -> met.add(fate == OrderFate.WOULD_CLOSE ? 0 : orders));
        }
    }

    @Override
    public String charted() {
        return Usage.CLOSES_PER_SECOND;
    }
}

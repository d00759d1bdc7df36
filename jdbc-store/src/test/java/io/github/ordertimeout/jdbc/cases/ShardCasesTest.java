package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.ShardReport;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.PassOutcome;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A rule whose orders are worked in shards. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class ShardCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("promise 5: a shard that cannot be read is reported and tried again; the others close meanwhile")
    void oneShardFails() {
        Shop shop = new Shop(db).orders(1, 200, HOUR, Optional.empty());
        FaultyDataSource faulty = new FaultyDataSource(db.dataSource())
                .inject(Fault.before(pagesOf(2, 4)).throwing(() -> new SQLException("this shard only", "HY000")));
        try (OrderTimeoutEngine engine = shop.engine(
                        faulty, Shop.settings(Shop.RULE + "scan: {shards: 4, interval: 100ms, precision: 1ms}\n"))
                .build()) {
            engine.start();
            long others = db.number("select count(*) from shop_order") - inShard(2);
            Awaitility.await().until(() -> closed() == others);
            Awaitility.await().until(() -> engine.status().rules().get("unpaid").failedInARow() > 2);
            RuleReport report =
                    engine.status().rules().get("unpaid").passes().get(0).report();
            assertThat(report.error()).get().asString().contains("shard 2/4").contains("this shard only");
            assertThat(report.shards())
                    .hasSize(4)
                    .allSatisfy(shard -> assertThat(shard.outcome())
                            .isEqualTo(shard.shard().index() == 2 ? PassOutcome.FAILED : PassOutcome.FINISHED));
            assertThat(shop.events(EngineEvent.PassBroken.class))
                    .isNotEmpty()
                    .allSatisfy(event -> assertThat(event.toString()).contains("shard 2/4"));
            faulty.heal();
            Awaitility.await().until(() -> closed() == 200);
        }
    }

    private long closed() {
        return db.number("select count(*) from shop_order where status = 4");
    }

    private long inShard(int shard) {
        String where =
                db.server().dialect().inShard(Sql.text("id"), false, shard, 4).text();
        return db.number("select count(*) from shop_order where " + where);
    }

    private Predicate<DatabaseCall> pagesOf(int shard, int shards) {
        Sql id = Sql.text("o." + db.server().dialect().quote(db.server() == TestServer.H2 ? "ID" : "id"));
        String condition =
                db.server().dialect().inShard(id, false, shard, shards).text();
        return call -> call.sql().contains(condition);
    }

    @Test
    @DisplayName("runOnce(i, n) from n nodes at once: each order closes once, and none is scanned twice")
    void externalScheduler() throws InterruptedException {
        Shop shop = new Shop(db).orders(1, 400, HOUR, Optional.empty());
        List<ShardReport> reports = Collections.synchronizedList(new ArrayList<>());
        List<Thread> nodes = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            int mine = index;
            OrderTimeoutEngine engine = shop.engine(Shop.RULE).build();
            Thread node = new Thread(() ->
                    reports.addAll(engine.runOnce(mine, 4).rules().get("unpaid").shards()));
            node.start();
            nodes.add(node);
        }
        for (Thread node : nodes) {
            node.join();
        }
        assertThat(reports)
                .hasSize(4)
                .allSatisfy(shard ->
                        assertThat(shard.scanned()).isEqualTo(shard.closed()).isBetween(60L, 140L));
        assertThat(closed()).isEqualTo(400);
        assertThat(shop.ledgerRows()).isEqualTo(400);
    }

    /**
     * Why shards are not ranges of ids: of 10,000 orders the newest 500 are open and overdue, as in a shop that has run for a
     * while. Ranges between MIN and MAX give all of them to the last shard; the hash gives each about the same.
     */
    @Test
    @DisplayName(
            "ranges between MIN and MAX would put all overdue orders into the last shard; the hash puts a quarter into each")
    void rangesInstead() {
        Shop shop = new Shop(db).orders(1, 10_000, HOUR, Optional.empty());
        db.execute("update shop_order set status = 1 where id <= 9500");
        List<Long> ranges = new ArrayList<>();
        List<Long> hashed = new ArrayList<>();
        OrderTimeoutEngine engine = shop.engine(Shop.RULE).build();
        for (int index = 0; index < 4; index++) {
            ranges.add(db.number(
                    "select count(*) from shop_order, (select min(id) as low, max(id) as high from shop_order) r"
                            + " where status = 0 and id >= low + (high - low + 1) * " + index + " / 4"
                            + " and id < low + (high - low + 1) * " + (index + 1) + " / 4"));
        }
        for (int index = 0; index < 4; index++) {
            hashed.add(engine.runOnce(index, 4).rules().get("unpaid").closed());
        }
        assertThat(ranges).containsExactly(0L, 0L, 0L, 500L);
        assertThat(hashed).allMatch(size -> size >= 90 && size <= 165);
        assertThat(hashed.stream().mapToLong(Long::longValue).sum()).isEqualTo(500);
    }
}

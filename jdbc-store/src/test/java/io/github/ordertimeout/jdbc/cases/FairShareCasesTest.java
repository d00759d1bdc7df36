package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.EnginePasses;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.SettableClock;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** One tenant's backlog beside the others' orders. A close takes 5 ms of the test's clock, so that an interval holds 2,000. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class FairShareCasesTest {
    private static final int BACKLOG = 5_000;
    private static final int PAGE = 100;

    @Parameter
    TestDatabase db;

    private final SettableClock process = SettableClock.at(Shop.START);

    @Test
    @DisplayName(
            "promise 5: others' orders close in the next pass, and cost one statement in it, whatever one tenant's backlog")
    void backlog() {
        Shop shop = new Shop(db).orders(1, BACKLOG, Duration.ofHours(2), Optional.empty());
        db.execute("update shop_order set kind = 'big'");
        others(shop, 10_000, Duration.ofHours(1));
        FaultyDataSource watched = new FaultyDataSource(db.dataSource());
        OrderTimeoutEngine engine = shop.engine(
                        watched,
                        Shop.settings(
                                Shop.RULE + "scan: {fair-by: kind, batch-size: " + PAGE + "}\nclose: {threads: 1}\n"))
                .time(process)
                .listener(event -> {
                    if (event instanceof EngineEvent.OrderClosed) {
                        process.advance(Duration.ofMillis(5));
                    }
                })
                .build();
        RuleReport first = pass(shop, engine);
        assertThat(closed(shop).subList(0, PAGE + 20))
                .filteredOn(id -> id >= 10_000)
                .hasSize(20);
        assertThat(first.remaining()).isEqualTo(BACKLOG + 20 - first.closed());
        long left = first.remaining();
        int passes = 1;
        while (left > 0) {
            shop.pass(Duration.ofSeconds(10));
            others(shop, 10_000 + 100 * passes, Duration.ofMinutes(30));
            watched.clear();
            RuleReport report = pass(shop, engine);
            assertThat(closed(shop).subList(0, 20)).allMatch(id -> id >= 10_000);
            assertThat(report.scanned()).isEqualTo(report.closed());
            List<String> pages = pages(watched);
            assertThat(pages).filteredOn(sql -> sql.contains("NOT IN")).hasSize(1);
            // The rest are the backlog's own pages; where some is left, the oldest of it is looked up too.
            assertThat((long) pages.size()).isLessThanOrEqualTo(1 + (report.closed() - 20) / PAGE + 2);
            left = report.remaining();
            passes++;
        }
        assertThat(passes).isEqualTo(3);
        assertThat(db.number("select count(*) from shop_order where status = 0"))
                .isZero();
        assertThat(shop.ledgerRows()).isEqualTo(BACKLOG + 20L * passes);
    }

    /** Twenty orders of ten tenants and of nobody. */
    private void others(Shop shop, int from, Duration age) {
        shop.orders(from, from + 19, age, Optional.empty());
        for (int i = 0; i < 20; i += 2) {
            db.execute("update shop_order set kind = 't" + i + "' where id = " + (from + i));
        }
    }

    private RuleReport pass(Shop shop, OrderTimeoutEngine engine) {
        shop.events.clear();
        List<RuleReport> reports = new ArrayList<>();
        new EnginePasses(engine, "unpaid").loop(reports::add);
        return reports.get(0);
    }

    private static List<Long> closed(Shop shop) {
        return shop.events(EngineEvent.OrderClosed.class).stream()
                .map(event -> Long.valueOf(event.order().order().id()))
                .toList();
    }

    private static List<String> pages(FaultyDataSource watched) {
        return watched.calls().stream()
                .map(DatabaseCall::sql)
                .filter(sql -> sql.contains("shop_order") || sql.contains("SHOP_ORDER"))
                .filter(sql -> sql.contains("ORDER BY") && sql.contains("LIMIT") && !sql.contains("FOR UPDATE"))
                .filter(sql -> sql.contains("NOT IN") || sql.contains(" IN ("))
                .toList();
    }
}

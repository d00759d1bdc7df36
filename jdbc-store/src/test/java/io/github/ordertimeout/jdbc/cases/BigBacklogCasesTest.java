package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ordertimeout.BuildSize;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Far more overdue orders than one pass should take. */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB})
class BigBacklogCasesTest {
    /** More than any pass of {@link #d7} gets through in its time. */
    private static final int DUE = BuildSize.of(30_000, 50_000);

    /** So many that 50 MB would not hold them. */
    private static final int HELD_BACK = BuildSize.of(300_000, 1_000_000);

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    @Test
    @DisplayName(
            "D7 more due orders than the time budget is for: the pass stops cleanly and counts the rest, the next one goes on")
    void d7() {
        overdue(DUE);
        // Slow enough for every machine to run out of time.
        ClosePolicy slow = (order, context) -> {
            busyFor(Duration.ofNanos(100_000));
            return Verdict.close();
        };
        OrderTimeoutEngine engine = shop.engine(RULE, "scan: {time-budget: " + BuildSize.of(1, 2) + "s}")
                .policy(slow)
                .build();
        RuleReport first = shop.run(engine);
        assertThat(first.closed()).isPositive();
        assertThat(first.remaining()).isPositive();
        assertThat(first.closed() + first.remaining()).isEqualTo(DUE);
        assertThat(first.error()).isEmpty();
        assertThat(first.duration()).isLessThan(Duration.ofSeconds(10));
        assertThat(shop.ledgerRows()).isEqualTo(first.closed());
        RuleReport second = shop.run(engine);
        assertThat(second.closed()).isPositive();
        assertThat(second.closed() + second.remaining()).isEqualTo(first.remaining());
        assertThat(shop.ledgerRows()).isEqualTo(first.closed() + second.closed());
        assertThat(db.number("select max(id) from shop_order where status = 4"))
                .as("oldest first, without a gap")
                .isEqualTo(shop.ledgerRows());
    }

    @Test
    @DisplayName(
            "D11 300,000 overdue orders (-Pthorough: 1,000,000), each held back by a policy: the heap grows by less than 50 MB")
    void d11() {
        assumeTrue(
                db.server() == TestServer.POSTGRESQL,
                "the heap is the same on every server, and so many rows cost time");
        overdue(HELD_BACK);
        AtomicLong seen = new AtomicLong();
        AtomicLong most = new AtomicLong();
        OrderTimeoutEngine engine = shop.engine(RULE, "scan: {batch-size: 2000}")
                .policy((order, context) -> {
                    if (seen.incrementAndGet() % (HELD_BACK / 4) == 0) {
                        most.accumulateAndGet(usedHeap(), Math::max);
                    }
                    return Verdict.defer("group-buy", context.now().plus(Duration.ofHours(1)));
                })
                .build();
        long before = usedHeap();
        RuleReport report = shop.run(engine);
        assertThat(report.deferred()).isEqualTo(HELD_BACK);
        assertThat(most.get() - before).isLessThan(50_000_000);
    }

    /** A millisecond from each to the next, by id. */
    private void overdue(int many) {
        String first = Shop.at(shop.now.minus(Duration.ofHours(2)));
        String rows = db.server() == TestServer.POSTGRESQL
                ? "timestamp " + first + " + x * interval '1 ms' from generate_series(1, " + many + ") t(x)"
                : first + " + interval x * 1000 microsecond from (select seq as x from seq_1_to_" + many + ") t";
        db.execute("insert into shop_order (id, order_no, status, created_at) select x, concat('N', x), 0, " + rows);
        db.execute("analyze " + (db.server() == TestServer.MARIADB ? "table " : "") + "shop_order");
    }

    private static void busyFor(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

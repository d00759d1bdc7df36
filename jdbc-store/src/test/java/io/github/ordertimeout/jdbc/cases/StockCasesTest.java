package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.BuildSize;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Part C of the field cases: stock goes back once, whole, and nobody waits for somebody else's lock. */
@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class StockCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    @Test
    @DisplayName("C1 a second pass, a second engine and a cancel release nothing more")
    void c1() {
        shop.stock("A", 5, 0).orders(1, 5, HOUR, Optional.of("A"));
        OrderTimeoutEngine engine = shop.engine(RULE, INVENTORY).build();
        shop.run(engine);
        shop.run(engine);
        shop.run(RULE, INVENTORY);
        engine.cancel("1", "again", "person");
        assertThat(shop.stock("A")).containsExactly(0L, 5L);
        assertThat(shop.ledgerRows()).isEqualTo(5);
    }

    @Test
    @DisplayName("C2 closed, re-opened and reserved again, closed again: two releases with two close numbers")
    void reopened() {
        shop.stock("A", 1, 0).orders(1, 1, HOUR, Optional.of("A"));
        shop.run(RULE, INVENTORY);
        shop.change(1, "status = 0");
        db.execute("update shop_stock set reserved = reserved + 1, available = available - 1");
        shop.run(RULE, INVENTORY);
        assertThat(shop.stock("A")).containsExactly(0L, 1L);
        assertThat(db.column("select close_no from order_timeout_release order by close_no"))
                .containsExactly("1", "2");
    }

    @Test
    @DisplayName("an order closed by its rule for the third time within a day is listed as reclosing, not closed")
    void reclosing() {
        shop.order(1, HOUR);
        for (int close = 1; close <= 2; close++) {
            assertThat(shop.run(RULE).closed()).isEqualTo(1);
            shop.change(1, "status = 0");
        }
        RuleReport third = shop.run(RULE);
        assertThat(third.closed()).isZero();
        assertThat(third.reasons()).containsEntry("reclosing", 1L);
        assertThat(shop.status(1)).isZero();
        shop.pass(Duration.ofHours(25));
        assertThat(shop.run(RULE).closed()).isEqualTo(1);
    }

    @Test
    @DisplayName("C7 an order without items closes; there is nothing to release")
    void c7() {
        shop.order(1, HOUR).stock("A", 1, 1);
        assertThat(shop.run(RULE, INVENTORY).closed()).isEqualTo(1);
        assertThat(shop.stock("A")).containsExactly(1L, 1L);
        assertThat(shop.ledgerRows()).isEqualTo(1);
    }

    @Test
    @DisplayName("C8 reserved stock that would fall below zero fails that order only; the others close")
    void c8() {
        shop.stock("A", 9, 0).stock("B", 0, 0).orders(1, 10, HOUR, Optional.of("A"));
        db.execute("update shop_item set sku = 'B' where order_id = 1");
        RuleReport report = shop.run(RULE, INVENTORY);
        assertThat(report.closed()).isEqualTo(9);
        assertThat(shop.status(1)).isZero();
        assertThat(shop.stock("A")).containsExactly(0L, 9L);
        assertThat(shop.stock("B")).containsExactly(0L, 0L);
        assertThat(db.column("select order_id from order_timeout_compensation")).containsExactly("1");
    }

    @Test
    @DisplayName("C13 many workers close orders of one SKU at once: exactly as much comes back as was held")
    void c13() throws Exception {
        shop.stock("A", 400, 0).orders(1, 400, HOUR, Optional.of("A"));
        int workers = 8;
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        var pool = db.pool(config -> config.setMaximumPoolSize(2 * workers));
        List<Future<?>> running = IntStream.range(0, workers)
                .<Future<?>>mapToObj(worker -> threads.submit(() -> {
                    OrderTimeoutEngine engine = shop.engine(
                                    pool, Shop.settings(RULE + INVENTORY + "scan: {batch-size: 20}"))
                            .build();
                    start.await();
                    for (int pass = 0;
                            pass < 20 && db.number("select count(*) from shop_order where status = 0") > 0;
                            pass++) {
                        engine.runOnce();
                    }
                    return null;
                }))
                .toList();
        start.countDown();
        for (Future<?> worker : running) {
            worker.get();
        }
        threads.shutdown();
        shop.run(RULE, INVENTORY);
        assertThat(shop.stock("A")).containsExactly(0L, 400L);
        assertThat(shop.ledgerRows()).isEqualTo(400);
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName("S9 two lines of one SKU release both quantities")
    void s9() {
        shop.order(1, HOUR).stock("A", 5, 0).item(1, 1, "A", 2).item(2, 1, "A", 3);
        shop.run(RULE, INVENTORY);
        assertThat(shop.stock("A")).containsExactly(0L, 5L);
    }

    @Test
    @DisplayName("a locked stock row holds up only the orders that need it; they close once it is free")
    void lockedStockRow() throws SQLException {
        shop.stock("A", 20, 0).stock("B", 20, 0).orders(1, 40, HOUR, Optional.of("A"));
        db.execute("update shop_item set sku = 'B' where order_id > 20");
        OrderTimeoutEngine engine =
                shop.engine(RULE, INVENTORY, "close: {lock-timeout: 500ms}").build();
        try (Connection host = db.dataSource().getConnection()) {
            host.setAutoCommit(false);
            try (Statement statement = host.createStatement()) {
                statement.execute("update shop_stock set available = available where sku = 'A'");
            }
            RuleReport report = shop.run(engine);
            assertThat(report.closed()).isEqualTo(20);
            assertThat(report.busy()).isEqualTo(20);
            assertThat(report.failed()).isZero();
            host.rollback();
        }
        assertThat(shop.run(engine).closed()).isEqualTo(20);
        assertThat(shop.stock("A")).containsExactly(0L, 20L);
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName(
            "the stock table is dropped with many overdue: few transactions, no compensation rows; made again, all close")
    void stockTableDropped() {
        // Fifty pages or more, of which the first ones tell.
        int overdue = BuildSize.of(1_000, 10_000);
        shop.stock("A", overdue, 0).orders(1, overdue, HOUR, Optional.of("A"));
        FaultyDataSource counting = new FaultyDataSource(db.dataSource());
        OrderTimeoutEngine engine = shop.engine(
                        counting, Shop.settings(RULE + INVENTORY + "scan: {batch-size: " + overdue / 50 + "}"))
                .build();
        db.execute("alter table shop_stock rename to shop_stock_away");
        counting.clear();
        RuleReport broken = shop.run(engine);
        assertThat(broken.closed()).isZero();
        assertThat(broken.error()).hasValueSatisfying(error -> assertThat(error).containsIgnoringCase("shop_stock"));
        assertThat(counting.count(DatabaseCall::isEnd)).isLessThanOrEqualTo(20);
        assertThat(shop.compensationRows()).isZero();
        db.execute("alter table shop_stock_away rename to shop_stock");
        assertThat(shop.run(engine).closed()).isEqualTo(overdue);
        assertThat(shop.stock("A")).containsExactly(0L, (long) overdue);
    }
}

package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ordertimeout.CloseAnswer;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.slf4j.LoggerFactory;

/** Lines that find no stock row are skipped, as {@code missing: skip} says, and everybody who asks is told. */
@EachDatabase
class LeftOutCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.ordertimeout.pass");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void close() {
        logger.detachAppender(lines);
    }

    private List<String> warnings() {
        return lines.list.stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .map(line -> line.getFormattedMessage().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static List<String> explained(OrderTimeoutEngine engine, String id) {
        return engine.explain(id).get(0).reasons().stream()
                .map(reason -> reason.toLowerCase(Locale.ROOT))
                .toList();
    }

    private List<String> notes() {
        return db.column("select note from order_timeout_release order by order_id, type");
    }

    @Test
    @DisplayName(
            "an order with a line too many: in the report, in one warning of the pass, in the ledger, in explain, in the audit")
    void one() {
        shop.order(1, HOUR)
                .item(1, 1, "a", 2)
                .item(2, 1, "gone", 1)
                .order(2, HOUR)
                .item(3, 2, "a", 1);
        shop.order(3, HOUR).item(4, 3, "gone", 0).order(4, HOUR).stock("a", 9, 0);
        OrderTimeoutEngine engine = shop.engine(RULE, INVENTORY).build();
        RuleReport report = shop.run(engine);
        assertThat(report.closed()).isEqualTo(4);
        assertThat(report.releasedInPart())
                .as("a line of nothing lacks nothing")
                .isEqualTo(1);
        assertThat(report.firstInPart())
                .singleElement()
                .satisfies(told -> assertThat(told.toLowerCase(Locale.ROOT))
                        .isEqualTo("n1: inventory: 1 of 2 lines found no row of shop_stock to count it in: sku=gone"));
        assertThat(shop.stock("a")).as("the others are given back").containsExactly(6L, 3L);
        assertThat(warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning)
                        .startsWith(
                                "rule unpaid: closed 1 order without giving everything back: order n1: inventory: 1 of 2 lines")
                        .contains("sku=gone", "inventory.stock-keys", "missing: fail"));
        assertThat(notes()).hasSize(4).filteredOn(note -> note != null).hasSize(1);
        assertThat(explained(engine, "1"))
                .contains(
                        "release inventory: done, but 1 of 2 lines found no row of shop_stock to count it in: sku=gone");
        assertThat(explained(engine, "2")).contains("release inventory: done");
        assertThat(shop.events(EngineEvent.ReleasedInPart.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.rule()).isEqualTo("unpaid");
                    assertThat(event.order().displayName()).isEqualTo("N1");
                    assertThat(event.type()).isEqualTo("inventory");
                });
        Settings settings = Shop.settings(RULE + INVENTORY);
        assertThat(shop.store(db.dataSource(), settings).audit(settings, HOUR))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo("released-in-part");
                    assertThat(finding.message()).contains("1 order of `", "N1 (id 1)");
                });
        lines.list.clear();
        shop.run(engine);
        assertThat(warnings()).as("told once").isEmpty();
    }

    @Test
    @DisplayName(
            "a wrong stock-keys: every order is told of, though all is done; the first ten by name, one warning a pass")
    void wrongKeys() {
        shop.orders(1, 25, HOUR, Optional.of("a")).stock("a", 99, 0);
        RuleReport report = shop.run(RULE, INVENTORY.replace("{sku: sku}", "{sku: id}"), "scan: {batch-size: 10}");
        assertThat(report.closed()).isEqualTo(25);
        assertThat(report.releasedInPart()).isEqualTo(25);
        assertThat(report.firstInPart())
                .hasSize(RuleReport.FIRST)
                .allMatch(told -> told.contains("1 of 1 line found no row"));
        assertThat(shop.stock("a")).containsExactly(99L, 0L);
        assertThat(warnings())
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning).contains("closed 25 orders without giving everything back", "; …"));
        assertThat(notes()).hasSize(25).doesNotContainNull();
    }

    @Test
    @DisplayName("items that name no stock, and stock that keeps no count")
    void nulls() {
        shop.order(1, HOUR).item(1, 1, "a", 1).item(2, 1, "uncounted", 1).item(3, 1, "b", 1);
        shop.order(2, Duration.ofMinutes(50))
                .item(5, 2, "a", 1)
                .stock("a", 5, 5)
                .stock("uncounted", 5, 5);
        for (int item = 11; item <= 14; item++) {
            shop.item(item, 2, "gone" + item, 1);
        }
        db.execute(
                "update shop_item set sku = null where id in (1)",
                "update shop_stock set reserved = null where sku = 'uncounted'");
        RuleReport report = shop.run(RULE, INVENTORY);
        assertThat(report.firstInPart())
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one)
                                .contains("N1: inventory: 3 of 3 lines", "an item that names none", "=uncounted"),
                        two -> assertThat(two)
                                .contains("N2: inventory: 4 of 5 lines")
                                .endsWith(", …"));
    }

    @Test
    @DisplayName("it costs a transaction one statement more, on PostgreSQL two, and none where nothing is left out")
    void statements() {
        Settings settings = Shop.settings(RULE + INVENTORY + "close: {threads: 1}\n");
        FaultyDataSource counted = new FaultyDataSource(db.dataSource());
        OrderTimeoutEngine engine = shop.engine(counted, settings).build();
        shop.stock("a", 999, 0).orders(1, 50, HOUR, Optional.of("a"));
        List<DatabaseCall> none = pass(engine, counted, 50);
        shop.orders(101, 150, HOUR, Optional.of("a"));
        db.execute("update shop_item set sku = 'gone' where id > 110");
        List<DatabaseCall> many = pass(engine, counted, 50);
        assertThat(none).noneMatch(call -> call.sql().contains("note"));
        long transactions = many.stream()
                .filter(call -> call.sql().startsWith("INSERT INTO order_timeout_release"))
                .count();
        assertThat(many.stream().filter(LeftOutCasesTest::notes).count()).isBetween(1L, transactions);
        assertThat(many.stream()
                        .filter(call -> !notes(call))
                        .filter(call -> !looksAtRest(call))
                        .map(LeftOutCasesTest::kind)
                        .distinct())
                .as("no other kind of statement")
                .isSubsetOf(none.stream().map(LeftOutCasesTest::kind).toList());
    }

    /** Which of the stock rows that were not changed at once there are. */
    private boolean looksAtRest(DatabaseCall call) {
        return db.server() == TestServer.POSTGRESQL && call.sql().endsWith(" FOR NO KEY UPDATE OF s");
    }

    private static boolean notes(DatabaseCall call) {
        return call.sql().contains("SET note");
    }

    /** Its text as far as it does not hang on how many orders it is about. */
    private static String kind(DatabaseCall call) {
        String sql = call.sql();
        return sql.substring(0, Math.min(40, sql.length()));
    }

    private List<DatabaseCall> pass(OrderTimeoutEngine engine, FaultyDataSource counted, int closed) {
        counted.clear();
        assertThat(shop.run(engine).closed()).isEqualTo(closed);
        return counted.take().stream().filter(DatabaseCall::prepared).toList();
    }

    @Test
    @DisplayName("what was rolled back is told of once, with the close that took effect")
    void rolledBack() {
        for (int id = 1; id <= 8; id++) {
            shop.order(id, HOUR).item(id, id, "gone", 1);
        }
        OrderTimeoutEngine engine = shop.engine(RULE, INVENTORY)
                .releaser(new InventoryReleaser() {
                    @Override
                    public void release(ClosedOrder order, ReleaseContext context) {
                        if (order.order().id().equals("5")) {
                            throw new IllegalStateException("no such coupon");
                        }
                        context.leftOut(order, "coupon expired");
                    }

                    @Override
                    public String releaseType() {
                        return "coupon";
                    }
                })
                .build();
        RuleReport report = shop.run(engine);
        assertThat(report.closed()).isEqualTo(7);
        assertThat(report.failed()).isEqualTo(1);
        assertThat(report.releasedInPart()).isEqualTo(7);
        assertThat(shop.events(EngineEvent.ReleasedInPart.class))
                .hasSize(14)
                .noneMatch(event -> event.order().id().equals("5"));
        assertThat(notes()).hasSize(14).doesNotContainNull().contains("coupon expired");
        assertThat(explained(engine, "1"))
                .contains("release coupon: done, but coupon expired")
                .anyMatch(reason -> reason.startsWith("release inventory: done, but 1 of 1 line"));
    }

    @Test
    @DisplayName(
            "a person's cancel tells as well; a sentence that is too long is cut; missing: fail still leaves the order open")
    void cancel() {
        shop.order(1, HOUR)
                .item(1, 1, "x".repeat(40), 1)
                .item(2, 1, "y".repeat(40), 1)
                .order(2, HOUR)
                .item(3, 2, "gone", 1);
        OrderTimeoutEngine engine = shop.engine(RULE, INVENTORY)
                .releaser(new InventoryReleaser() {
                    @Override
                    public void release(ClosedOrder order, ReleaseContext context) {
                        context.leftOut(order, "é".repeat(300));
                    }

                    @Override
                    public String releaseType() {
                        return "points";
                    }
                })
                .build();
        assertThat(engine.cancel("1", "customer called", "ann")).isEqualTo(CloseAnswer.CLOSED);
        assertThat(warnings())
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning).contains("closed 1 order without giving everything back: order n1: "));
        assertThat(notes()).hasSize(2).allMatch(note -> note.length() <= 255);
        RuleReport report = shop.run(RULE, INVENTORY, "  missing: fail");
        assertThat(report.failed()).isEqualTo(1);
        assertThat(report.releasedInPart()).isZero();
        assertThat(shop.status(2)).isZero();
    }
}

package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ordertimeout.BuildSize;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.doctor.Finding.Severity;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.slf4j.LoggerFactory;

/** What the doctor says of a shop. */
@EachDatabase
class DoctorTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int MANY = BuildSize.of(100_000, 1_000_000);

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        shop.now = Instant.now();
    }

    private List<Finding> examine(String... rule) {
        return examine(Shop.settings(String.join("\n", rule)), OptionalInt.empty());
    }

    private List<Finding> examine(Settings settings, OptionalInt pool) {
        return JdbcOrderStore.builder()
                .dataSource(db.dataSource())
                .clock(() -> shop.now)
                .readOnly(true)
                .build()
                .examine(settings, pool);
    }

    private void someOrders() {
        shop.order(1, HOUR).order(2, HOUR, "status = 1").order(3, HOUR, "status = 4");
    }

    @Test
    @DisplayName("a sound shop has no finding")
    void sound() {
        someOrders();
        assertThat(examine(RULE, INVENTORY)).isEmpty();
    }

    @Test
    @DisplayName(
            "100,000 rows (-Pthorough: 1,000,000) without an index: the statement that makes it; once it has run, nothing is said")
    void index() {
        assumeTrue(db.server() != TestServer.MYSQL, "the same server as MARIADB's, and so many rows cost time");
        db.execute("drop index shop_order_due" + (mysql() ? " on shop_order" : ""));
        String first = Shop.at(shop.now.minus(Duration.ofDays(90)));
        String series =
                switch (db.server()) {
                    case POSTGRESQL ->
                        "timestamp " + first + " + x * interval '7 s' from generate_series(1, " + MANY + ") t(x)";
                    case H2 -> "dateadd(second, x * 7, timestamp " + first + ") from system_range(1, " + MANY + ")";
                    default -> first + " + interval x * 7 second from (select seq as x from seq_1_to_" + MANY + ") t";
                };
        db.execute("insert into shop_order (id, order_no, status, created_at)"
                + " select x, concat('N', x), case when mod(x, 100) = 0 then 0 when mod(x, 3) = 0 then 4 else 1 end, "
                + series);
        shop.now = Instant.now();
        List<Finding> findings = examine(RULE);
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.code()).isEqualTo("index");
            assertThat(finding.message().toLowerCase(Locale.ROOT))
                    .contains("unpaid", "status 0", "created_at", "shop_order");
            assertThat(finding.advice()).startsWith("CREATE INDEX ");
        });
        db.execute(findings.get(0).advice());
        shop.now = Instant.now();
        if (db.server() == TestServer.POSTGRESQL) {
            // As autovacuum does soon after so many rows came in.
            db.execute("analyze shop_order");
        }
        assertThat(examine(RULE)).isEmpty();
    }

    @Test
    @DisplayName("a rule that matches nothing although there are orders, and statuses that no row has")
    void nothing() {
        someOrders();
        assertThat(examine(RULE.replace("open-status: 0", "open-status: 7")))
                .extracting(Finding::code)
                .contains("matches-nothing", "unseen-status");
        assertThat(examine(RULE, "where: {deleted: 9}"))
                .filteredOn(finding -> finding.code().equals("matches-nothing"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("0=1"));
    }

    @Test
    @DisplayName("orders from the future tell of a wrong zone; a zone-less column without zone is named")
    void zone() {
        someOrders();
        db.execute(
                "update shop_order set created_at = " + Shop.at(shop.now.plus(Duration.ofHours(8))) + " where id = 1");
        assertThat(examine(RULE)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("future");
            assertThat(finding.message()).containsIgnoringCase("created_at").contains("minutes in the future");
        });
        if (db.server() != TestServer.POSTGRESQL) {
            assertThat(examine(RULE.replace("time-zone: UTC\n", "")))
                    .extracting(Finding::code)
                    .contains("zone");
        }
    }

    @Test
    @DisplayName("the clock of the machine and that of the database are compared")
    void clock() {
        someOrders();
        shop.now = Instant.now().plus(HOUR);
        assertThat(examine(RULE)).extracting(Finding::code).contains("clock");
    }

    @Test
    @DisplayName(
            "A7 an interval longer than the shortest timeout is named; so are too small a pool and a version column")
    void a7() {
        someOrders();
        db.execute("alter table shop_order add version int default 0");
        Settings settings =
                Shop.settings(RULE + "timeouts-by:\n  - {where: {kind: flash}, timeout: 5m}\nscan: {interval: 6m}");
        List<Finding> findings = examine(settings, OptionalInt.of(3));
        assertThat(findings).extracting(Finding::code).containsExactlyInAnyOrder("interval", "pool", "version");
        assertThat(findings)
                .filteredOn(finding -> finding.code().equals("version"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.advice()).containsIgnoringCase("version: increment"));
        assertThat(examine(RULE, "on-close: {version: increment}")).isEmpty();
    }

    @Test
    @DisplayName("rules that match the same orders are named, rules that where keeps apart are not")
    void overlap() {
        someOrders();
        shop.order(4, HOUR, "kind = 'flash'");
        Settings overlapping = Shop.settings(Map.of("unpaid", RULE, "all", RULE));
        assertThat(examine(overlapping, OptionalInt.empty())).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("overlap");
            assertThat(finding.message()).contains("unpaid", "all");
        });
        Settings apart = Shop.settings(
                Map.of("unpaid", RULE + "where: {kind: not flash}\n", "flash", RULE + "where: {kind: flash}\n"));
        assertThat(examine(apart, OptionalInt.empty())).isEmpty();
    }

    @Test
    @DisplayName(
            "what keeps a rule from starting, and a missing table of the library's, are errors, each with a remedy")
    void errors() {
        someOrders();
        assertThat(examine(RULE.replace("created_at", "creatd_at"))).first().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.code()).isEqualTo("configuration");
            assertThat(finding.message()).contains("creatd_at").containsIgnoringCase("did you mean `created_at`?");
        });
        db.execute("drop table order_timeout_payment");
        assertThat(examine(RULE)).first().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.code()).isEqualTo("own-tables");
            assertThat(finding.message()).contains("order_timeout_payment");
        });
    }

    @Test
    @DisplayName("an engine says at its start, once, what the doctor would warn of")
    void atStart() {
        shop.order(1, Duration.ofMinutes(5));
        Settings overlapping = Shop.settings(Map.of("unpaid", RULE, "all", RULE));
        Logger logger = (Logger) LoggerFactory.getLogger("io.github.ordertimeout.engine");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        Level before = logger.getLevel();
        logger.setLevel(Level.WARN);
        try (OrderTimeoutEngine engine =
                shop.engine(db.dataSource(), overlapping).build()) {
            engine.start();
            await().untilAsserted(() -> assertThat(List.copyOf(lines.list))
                    .filteredOn(line -> line.getFormattedMessage().contains("both match orders"))
                    .hasSize(1));
        } finally {
            logger.setLevel(before);
            logger.detachAppender(lines);
        }
    }

    private boolean mysql() {
        return db.server() == TestServer.MARIADB || db.server() == TestServer.MYSQL;
    }
}

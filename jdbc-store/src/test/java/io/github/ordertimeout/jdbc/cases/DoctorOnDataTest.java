package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.doctor.Finding.Severity;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What the doctor finds out by trying: columns that exist and are the wrong ones, zones, statements of a close. */
@EachDatabase
class DoctorOnDataTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        shop.now = Instant.now();
    }

    private List<Finding> examine(String... rule) {
        return examine(Shop.settings(String.join("\n", rule)), Isolation.READ_COMMITTED);
    }

    private List<Finding> examine(Settings settings, Isolation isolation) {
        return JdbcOrderStore.builder()
                .dataSource(db.dataSource())
                .tables(settings.tables())
                .clock(() -> shop.now)
                .isolation(isolation)
                .readOnly(true)
                .build()
                .examine(settings, OptionalInt.empty());
    }

    private void threeOrders() {
        shop.order(1, HOUR).order(2, HOUR, "status = 1").order(3, HOUR, "status = 4");
    }

    @Test
    @DisplayName("stock keys that exist but name no row are told, also where missing: skip would close on")
    void wrongStockKeys() {
        threeOrders();
        shop.stock("a", 5, 0).stock("b", 5, 0).item(1, 1, "a", 1).item(2, 1, "b", 2);
        assertThat(examine(RULE, INVENTORY)).isEmpty();

        shop.item(3, 1, "gone", 1);
        assertThat(examine(RULE, INVENTORY)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.code()).isEqualTo("stock-missing");
            assertThat(finding.message()).contains("1 of 3 items of 1 orders", "shop_stock", "order N1", "=gone");
            assertThat(finding.advice()).contains("missing: skip");
        });
        assertThat(examine(RULE, INVENTORY.replace("stock-keys: {sku: sku}", "stock-keys: {sku: id}")))
                .filteredOn(finding -> finding.code().equals("stock-missing"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.advice()).contains("inventory.stock-keys"));
        assertThat(examine(RULE, INVENTORY + "  missing: fail\n"))
                .filteredOn(finding -> finding.code().equals("stock-missing"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.advice()).contains("not closed"));
    }

    @Test
    @DisplayName("an item column that is not the order's is told: no order has an item")
    void wrongItemColumn() {
        shop.order(1, HOUR).order(2, HOUR).order(3, HOUR);
        shop.stock("a", 5, 0).item(7, 1, "a", 1);
        assertThat(examine(RULE, INVENTORY.replace("item-order-column: order_id", "item-order-column: id")))
                .extracting(Finding::code)
                .contains("no-items");
    }

    @Test
    @DisplayName("stock keys that mean several rows are told before an order hangs on them")
    void severalRows() {
        threeOrders();
        db.execute(
                "create table shop_bin (id bigint primary key, sku varchar(40), reserved int, available int)",
                "insert into shop_bin values (1, 'a', 5, 0), (2, 'a', 5, 0)");
        shop.item(1, 1, "a", 1);
        assertThat(examine(RULE, INVENTORY.replace("shop_stock", "shop_bin")))
                .extracting(Finding::code, Finding::severity)
                .contains(tuple("stock", Severity.WARNING), tuple("rule", Severity.WARNING));
    }

    @Test
    @DisplayName(
            "a zone that is wrong towards early: a shop that sold every minute seems to have sold nothing for 8 hours")
    void zoneTooEarly() {
        for (int i = 0; i < 60; i++) {
            shop.order(i + 1, Duration.ofHours(8).plusSeconds(40L * i + 20), "status = 1");
        }
        assertThat(examine(RULE))
                .filteredOn(finding -> finding.code().equals("past"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                    assertThat(finding.message()).contains("480 minutes ago", "40 s apart");
                    assertThat(finding.advice()).contains("time-zone");
                });
        shop.order(100, Duration.ofMinutes(2), "status = 1");
        assertThat(examine(RULE)).extracting(Finding::code).doesNotContain("past");
    }

    @Test
    @DisplayName("a silence that no zone explains is none of the doctor's business")
    void silence() {
        for (int i = 0; i < 60; i++) {
            shop.order(i + 1, Duration.ofMinutes(8 * 60 + 7).plusSeconds(40L * i), "status = 1");
        }
        assertThat(examine(RULE)).extracting(Finding::code).doesNotContain("past");
    }

    @Test
    @DisplayName("all own tables missing is one finding; with auto-create it is none of the user's work")
    void ownTables() {
        threeOrders();
        for (String table : List.of("release", "compensation", "payment", "state")) {
            db.execute("drop table order_timeout_" + table);
        }
        assertThat(examine(RULE)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("own-tables");
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.advice()).contains("schema");
        });
        Settings creating =
                Shop.settingsFile("order-timeout:\n  tables: {auto-create: true}\n  rules:\n    unpaid:\n      "
                        + RULE.replace("\n", "\n      "));
        assertThat(examine(creating, Isolation.READ_COMMITTED))
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.INFO));
    }

    @Test
    @DisplayName("what a close would be refused for is told by the doctor, not first by the first pass")
    void closingStatements() {
        threeOrders();
        List<String> before = shop.statuses();
        assertThat(examine(RULE, "also-execute: [\"UPDATE no_such_table SET a = 1 WHERE id = :id\"]"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
                    assertThat(finding.code()).isEqualTo("configuration");
                    assertThat(finding.message().toLowerCase(Locale.ROOT)).contains("also-execute", "no_such_table");
                });
        assertThat(examine(
                        RULE, "releases: {points: \"UPDATE shop_stock SET no_such_column = 1 WHERE sku = :number\"}"))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.message().toLowerCase(Locale.ROOT)).contains("no_such_column"));
        assertThat(shop.statuses()).isEqualTo(before);
    }

    @Test
    @DisplayName("an isolation that holds others up is told; the engine's own READ COMMITTED is not")
    void isolation() {
        threeOrders();
        assumeTrue(db.server() != TestServer.MYSQL, "as on MARIADB");
        assertThat(examine(RULE)).isEmpty();
        assertThat(examine(Shop.settings(RULE), Isolation.REPEATABLE_READ))
                .filteredOn(finding -> finding.code().equals("isolation"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("REPEATABLE READ"));
    }

    @Test
    @DisplayName("the scan uses a partial index though the server plans for every value alike")
    void genericPlans() {
        assumeTrue(db.server() == TestServer.POSTGRESQL, "only PostgreSQL has partial indexes");
        db.execute(
                "drop index shop_order_due",
                "insert into shop_order (id, order_no, status, created_at) select x, 'N' || x, 1, "
                        + Shop.at(shop.now.minus(HOUR)) + " from generate_series(1, 20000) t(x)",
                "alter role current_user set plan_cache_mode = force_generic_plan");
        try {
            shop.order(30_000, HOUR);
            List<Finding> findings = examine(RULE);
            assertThat(findings).extracting(Finding::code).containsExactly("index", "unseen-status");
            assertThat(findings.get(0).advice())
                    .startsWith("CREATE INDEX CONCURRENTLY ")
                    .endsWith("(\"created_at\", \"id\") WHERE \"status\" = 0");
            db.execute(findings.get(0).advice(), "analyze shop_order");
            assertThat(examine(RULE)).extracting(Finding::code).containsExactly("unseen-status");
        } finally {
            db.execute("alter role current_user reset plan_cache_mode");
        }
    }
}

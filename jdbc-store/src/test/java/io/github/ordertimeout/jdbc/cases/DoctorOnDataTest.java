package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ordertimeout.config.ConfigurationException;
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
import java.util.Map;
import java.util.Optional;
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

    @Test
    @DisplayName("seconds read as milliseconds would close everything at once: an error, before anything is closed")
    void wrongUnit() {
        db.execute(
                "alter table shop_order add made_s bigint",
                "insert into shop_order (id, status, created_at, made_s) values (1, 0, " + Shop.at(shop.now) + ", "
                        + shop.now.getEpochSecond() + ")");
        String rule = RULE.replace("created_at", "made_s");
        assertThat(examine(rule, "time-kind: epoch-millis"))
                .filteredOn(finding -> finding.code().equals("time-kind"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.ERROR));
        assertThat(examine(rule, "time-kind: epoch-seconds"))
                .extracting(Finding::code)
                .doesNotContain("time-kind");
    }

    @Test
    @DisplayName("an item table without an index for its order column is told, with the statement that makes one")
    void itemIndex() {
        threeOrders();
        shop.stock("a", 5, 0);
        db.execute("drop index shop_item_order" + (mysql() ? " on shop_item" : ""));
        shop.orders(1001, 4000, HOUR, Optional.of("a"));
        List<Finding> findings = examine(RULE, INVENTORY);
        assertThat(findings).extracting(Finding::code).containsExactly("index");
        assertThat(findings.get(0).message().toLowerCase(Locale.ROOT)).contains("items of 200 orders", "shop_item");
        db.execute(findings.get(0).advice());
        if (db.server() == TestServer.POSTGRESQL) {
            db.execute("analyze shop_item");
        }
        assertThat(examine(RULE, INVENTORY)).isEmpty();
    }

    private boolean mysql() {
        return db.server() == TestServer.MARIADB || db.server() == TestServer.MYSQL;
    }

    @Test
    @DisplayName("items of orders that where excludes are nobody's fault; what the configuration warns of is a finding")
    void onlyWanted() {
        shop.order(1, HOUR, "deleted = 1").order(2, HOUR).order(3, HOUR).order(4, HOUR);
        shop.order(5, HOUR, "status = 1").order(6, HOUR, "status = 4");
        shop.stock("a", 5, 0).item(1, 1, "gone", 1).item(2, 2, "a", 1);
        assertThat(examine(RULE, "where: {deleted: 0}", INVENTORY)).isEmpty();
        assertThat(examine(RULE.replace("timeout: 30m", "timeout: 0")))
                .extracting(Finding::code)
                .contains("rule");
    }

    @Test
    @DisplayName("rules that call different orders by one id are refused until their sources differ")
    void sharedSource() {
        db.execute(
                "create table tenant_order (tenant int, id int, order_no varchar(40), status int,"
                        + " created_at timestamp null, primary key (tenant, id))",
                "insert into tenant_order (tenant, id, order_no, status, created_at) values (1, 1, 'T1', 0, "
                        + Shop.at(shop.now.minus(HOUR)) + "), (2, 1, 'T2', 0, " + Shop.at(shop.now.minus(HOUR)) + ")");
        String rule = RULE.replace("shop_order", "tenant_order");
        String one = rule + "where: {tenant: 1}\n";
        String two = rule + "where: {tenant: 2}\n";
        Settings clash = Shop.settings(Map.of("t1", one, "t2", two));
        assertThat(examine(clash, Isolation.READ_COMMITTED))
                .filteredOn(finding -> finding.code().equals("source"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.ERROR));
        assertThatThrownBy(() -> shop.engine(db.dataSource(), clash).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Set source in both");

        Settings apart = Shop.settings(Map.of("t1", one + "source: shop-1\n", "t2", two + "source: shop-2\n"));
        shop.engine(db.dataSource(), apart).build().runOnce();
        assertThat(db.column("select status from tenant_order order by tenant")).containsExactly("4", "4");
        assertThat(db.column("select source from order_timeout_release order by source"))
                .containsExactly("shop-1", "shop-2");
    }

    @Test
    @DisplayName("an item's way to its order that may mean several orders is told; a blank number finds nothing")
    void itemOwners() {
        shop.order(1, HOUR).order(2, HOUR, "order_no = ''");
        shop.stock("a", 5, 0);
        db.execute(
                "create table numbered_item (id bigint primary key, order_no varchar(40), sku varchar(40), qty int)",
                "create index numbered_item_order on numbered_item (order_no)",
                "insert into numbered_item values (1, 'N1', 'a', 2), (2, '', 'a', 1)");
        String inventory = INVENTORY
                .replace("item-table: shop_item", "item-table: numbered_item\n  item-order-key: number")
                .replace("item-order-column: order_id", "item-order-column: order_no");
        assertThat(examine(RULE, inventory))
                .filteredOn(finding -> finding.code().equals("rule"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("names one order"));
        shop.run(RULE, inventory);
        assertThat(shop.statuses()).containsExactly("4", "4");
        assertThat(shop.stock("a")).containsExactly(3L, 2L);
    }
}

package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.settle.CompensationRow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Part D of the field cases: the sweep itself. */
@EachDatabase
class SweepCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    @Test
    @DisplayName("D1 one poison order does not stop the others: nine close, one compensation row")
    void d1() {
        shop.orders(1, 10, HOUR, Optional.empty());
        RuleReport report = shop.run(shop.engine(RULE).releaser(failingFor("3")).build());
        assertThat(report.closed()).isEqualTo(9);
        assertThat(report.failed()).isEqualTo(1);
        assertThat(shop.compensationRows()).isEqualTo(1);
        assertThat(shop.status(3)).isZero();
        assertThat(shop.ledgerRows()).isEqualTo(9);
    }

    @Test
    @DisplayName(
            "D3 an order whose data always fails: others close in the first pass, its attempts back off over five passes")
    void d3() {
        shop.orders(1, 5, HOUR, Optional.empty());
        db.execute("create table audit_log (order_id bigint primary key)", "insert into audit_log values (3)");
        OrderTimeoutEngine engine = shop.engine(RULE, "also-execute: ['insert into audit_log values (:id)']")
                .build();
        assertThat(shop.run(engine).closed()).isEqualTo(4);
        Duration before = Duration.ZERO;
        for (int pass = 2; pass <= 5; pass++) {
            CompensationRow row = engine.compensations(0, 10).get(0);
            Duration wait = Duration.between(shop.now, row.nextAttemptAt());
            assertThat(wait).as("attempt %d", row.attempts()).isGreaterThan(before);
            before = wait.multipliedBy(11).dividedBy(10).compareTo(Duration.ofHours(1)) > 0
                    ? Duration.ofMinutes(59)
                    : wait;
            shop.pass(wait.plusSeconds(1));
            assertThat(shop.run(engine).failed()).isEqualTo(1);
        }
        assertThat(shop.status(3)).isZero();
        assertThat(db.number("select attempts from order_timeout_compensation")).isEqualTo(5);
    }

    @Test
    @DisplayName(
            "D5 ten permanently failing oldest orders in a batch of ten: the five good ones close in the same pass")
    void d5() {
        shop.orders(1, 10, HOUR.plusMinutes(1), Optional.empty()).orders(11, 15, HOUR, Optional.empty());
        OrderTimeoutEngine engine = shop.engine(RULE, "scan: {batch-size: 10}")
                .releaser(failingFor("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"))
                .build();
        RuleReport report = shop.run(engine);
        assertThat(report.closed()).isEqualTo(5);
        assertThat(report.failed()).isEqualTo(10);
        assertThat(shop.compensationRows()).isEqualTo(10);
    }

    @Test
    @DisplayName(
            "D5 ten held oldest orders in a batch of ten: the five good ones close in the same pass, under a cap too")
    void d5Held() {
        shop.orders(1, 10, HOUR.plusMinutes(1), Optional.empty()).orders(11, 15, HOUR, Optional.empty());
        OrderTimeoutEngine engine = shop.engine(RULE, "scan: {batch-size: 10, max-per-pass: 5}")
                .policy((order, context) -> Integer.parseInt(order.id()) <= 10 ? Verdict.skip("held") : Verdict.close())
                .build();
        RuleReport report = shop.run(engine);
        assertThat(report.closed()).isEqualTo(5);
        assertThat(report.reasons()).containsEntry("held", 10L);
    }

    @Test
    @DisplayName("D16 nothing lives in memory: a new engine closes all 100 due orders in its first pass")
    void d16() {
        shop.orders(1, 100, HOUR, Optional.empty());
        shop.engine(RULE).build().close();
        assertThat(shop.run(RULE).closed()).isEqualTo(100);
    }

    @Test
    @DisplayName("D23 a close leaves the order and its items where they are")
    void d23() {
        shop.stock("A", 1, 0).orders(1, 1, HOUR, Optional.of("A"));
        shop.run(RULE, INVENTORY);
        assertThat(shop.statuses()).containsExactly("4");
        assertThat(db.number("select count(*) from shop_item")).isEqualTo(1);
    }

    @Test
    @DisplayName("D26 a cap of 2,000 and 5,000 due: 2,000, 2,000, 1,000")
    void d26() {
        shop.orders(1, 5_000, HOUR, Optional.empty());
        OrderTimeoutEngine engine =
                shop.engine(RULE, "scan: {max-per-pass: 2000}").build();
        assertThat(shop.run(engine).closed()).isEqualTo(2_000);
        assertThat(shop.run(engine).remaining()).isEqualTo(1_000);
        assertThat(shop.run(engine).closed()).isEqualTo(1_000);
    }

    @Test
    @DisplayName("S1 a whole batch that always fails: the pass ends all the same")
    void s1() {
        shop.orders(1, 2, HOUR, Optional.empty());
        RuleReport report = shop.run(shop.engine(RULE, "scan: {batch-size: 2}")
                .releaser(failingFor("1", "2"))
                .build());
        assertThat(report.failed()).isEqualTo(2);
        assertThat(shop.compensationRows()).isEqualTo(2);
    }

    @Test
    @DisplayName("two rules on two tables, one with inventory, each close their own; the same id in both is two orders")
    void twoRules() {
        db.execute("create table b2b_order as select * from shop_order");
        db.execute(
                db.server() == TestServer.H2 ? "alter table b2b_order alter column id set not null" : "select 1",
                "alter table b2b_order add primary key (id)");
        shop.stock("A", 1, 0).orders(1, 1, HOUR, Optional.of("A"));
        db.execute("insert into b2b_order select * from shop_order");
        Map<String, String> rules = new LinkedHashMap<>();
        rules.put("unpaid", RULE + INVENTORY);
        rules.put("b2b", RULE.replace("shop_order", "b2b_order").replace("30m", "2h"));
        Settings settings = Shop.settings(rules);
        OrderTimeoutEngine engine = shop.engine(db.dataSource(), settings).build();
        shop.run(engine);
        assertThat(shop.status(1)).isEqualTo(4);
        assertThat(db.number("select status from b2b_order")).isZero();
        shop.pass(HOUR);
        engine.runOnce();
        assertThat(db.number("select status from b2b_order")).isEqualTo(4);
        assertThat(shop.stock("A")).containsExactly(0L, 1L);
        assertThat(db.number("select count(distinct source) from order_timeout_release"))
                .isEqualTo(2);
    }

    @Test
    @DisplayName("a rule whose close leaves the row open is refused at start")
    void closeThatLeavesTheRowOpen() {
        for (String rule : List.of(
                RULE.replace("closed-status: 4", "closed-status: 0"),
                RULE.replace("closed-status: 4", "closed-status: 00"),
                RULE.replace("closed-status: 4", "on-close: {deleted: 1}"),
                RULE.replace("paid-status: 1", "paid-status: [1, 0]"),
                RULE.replace("paid-status: 1", "paid-status: [1, 4]"))) {
            assertThatThrownBy(() -> shop.engine(rule).build())
                    .as(rule)
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("rules.unpaid.");
        }
    }

    @Test
    @DisplayName("a close that is no status but a value that a where then excludes is sound, and closes once")
    void closedByAFlag() {
        shop.order(1, HOUR);
        String rule = RULE.replace("closed-status: 4\n", "where: {deleted: 0}\non-close: {deleted: 1}\n");
        assertThat(shop.run(rule).closed()).isEqualTo(1);
        assertThat(shop.run(rule).closed()).isZero();
        assertThat(db.number("select deleted from shop_order")).isEqualTo(1);
        assertThat(shop.status(1)).isZero();
    }

    @Test
    @DisplayName("text ids that differ only in case are two orders, with two ledger rows and two releases")
    void idsThatDifferInCase() {
        boolean mysql = db.server() == TestServer.MARIADB || db.server() == TestServer.MYSQL;
        db.execute(
                "create table text_order (id varchar(20) " + (mysql ? "character set utf8mb4 collate utf8mb4_bin " : "")
                        + "primary key, order_no varchar(40), status int, created_at "
                        + (mysql ? "datetime" : "timestamp") + ")",
                "insert into text_order values ('abC1', 'x', 0, " + Shop.at(shop.now.minus(HOUR)) + ")",
                "insert into text_order values ('ABc1', 'y', 0, " + Shop.at(shop.now.minus(HOUR)) + ")",
                "insert into text_order values ('abc1', 'z', 1, " + Shop.at(shop.now.minus(HOUR)) + ")");
        RuleReport report = shop.run(RULE.replace("shop_order", "text_order"));
        assertThat(report.closed()).isEqualTo(2);
        assertThat(Set.copyOf(db.column("select order_id from order_timeout_release")))
                .containsExactlyInAnyOrder("abC1", "ABc1");
        assertThat(db.column("select status from text_order where order_no = 'z'"))
                .containsExactly("1");
    }

    private static InventoryReleaser failingFor(String... ids) {
        Set<String> failing = Set.of(ids);
        return new InventoryReleaser() {
            @Override
            public void release(
                    io.github.ordertimeout.close.ClosedOrder order,
                    io.github.ordertimeout.release.ReleaseContext context) {
                if (failing.contains(order.order().id())) {
                    throw new IllegalStateException("no such coupon");
                }
            }

            @Override
            public String releaseType() {
                return "coupon";
            }
        };
    }
}

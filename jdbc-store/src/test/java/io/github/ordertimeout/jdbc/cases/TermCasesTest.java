package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static io.github.ordertimeout.testkit.jdbc.DatabaseCall.mentioning;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Field cases about terms: grace, terms by kind of order, terms of tenants in another table. */
@EachDatabase
class TermCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final String FROM_TABLE = RULE.replace("30m", "1h")
            + "timeouts-from: {column: kind, query: \"SELECT name, days FROM tenant\", unit: days, refresh: 1ms}\n";

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        db.execute(
                "create table tenant (name varchar(40), days decimal(9,3))",
                "insert into tenant values ('A', 1), ('B', 30), ('off', 0), ('null', null), ('half', 0.5)");
    }

    @Test
    @DisplayName(
            "A4 grace of two days: a day after the deadline the order is open, two days and a second after it closes")
    void a4() {
        String rule =
                RULE.replace("created-column: created_at\n", "").replace("timeout: 30m\n", "due-column: expires_at\n")
                        + "grace: 2d\n";
        shop.order(1, HOUR, "expires_at = " + Shop.at(shop.now));
        OrderTimeoutEngine engine = shop.engine(rule).build();
        shop.pass(DAY);
        shop.run(engine);
        assertThat(shop.statuses()).containsExactly("0");
        assertThat(engine.explain("1").get(0).dueAt())
                .as("people are told the due time")
                .contains(Shop.START);
        shop.pass(DAY.minusSeconds(1));
        shop.run(engine);
        assertThat(shop.statuses()).containsExactly("0");
        shop.pass(Duration.ofSeconds(2));
        shop.run(engine);
        assertThat(shop.statuses()).containsExactly("4");
    }

    @Test
    @DisplayName("A13 an order to be paid by mail within 30 days outlives the first pass")
    void a13() {
        shop.order(1, HOUR.multipliedBy(2), "kind = 'payperemail'")
                .order(2, HOUR.multipliedBy(2), "kind = 'ideal'")
                .order(3, Duration.ofDays(31), "kind = 'payperemail'");
        shop.run(RULE + "timeouts-by:\n- {where: {kind: payperemail}, timeout: 30d}");
        assertThat(shop.statuses()).containsExactly("0", "4", "4");
    }

    @Test
    @DisplayName("S21 one tenant's term is never another's, and 0 days means off: terms by rule")
    void s21ByRule() {
        tenants();
        shop.run(RULE.replace("30m", "1h")
                + "timeouts-by:\n- {where: {kind: A}, timeout: 1d}\n- {where: {kind: B}, timeout: 30d}\n"
                + "- {where: {kind: ['off', 'null']}, timeout: 0d}\n- {where: {kind: half}, timeout: 12h}");
        assertThat(shop.statuses()).isEqualTo(TENANTS_AFTER);
    }

    @Test
    @DisplayName("S21 one tenant's term is never another's, and 0 days means off: terms of another table")
    void s21FromTable() {
        tenants();
        OrderTimeoutEngine engine = shop.engine(FROM_TABLE).build();
        assertThat(shop.run(engine).closed()).isEqualTo(5);
        assertThat(shop.statuses()).isEqualTo(TENANTS_AFTER);
        assertThat(engine.explain("2").get(0).dueAt()).contains(Shop.START.plus(Duration.ofDays(28)));
        assertThat(engine.explain("4").get(0).reasons()).containsExactly("never runs out: timeouts-from says never");
    }

    private static final List<String> TENANTS_AFTER = List.of("4", "0", "4", "0", "0", "4", "4", "0", "4", "0");

    private void tenants() {
        Duration two = DAY.multipliedBy(2);
        shop.order(1, two, "kind = 'A'")
                .order(2, two, "kind = 'B'")
                .order(3, Duration.ofDays(31), "kind = 'B'")
                .order(4, two, "kind = 'off'")
                .order(5, two, "kind = 'null'")
                .order(6, two, "kind = 'unknown'")
                .order(7, two)
                .order(8, Duration.ofHours(11), "kind = 'half'")
                .order(9, Duration.ofHours(13), "kind = 'half'")
                .order(10, DAY.minusSeconds(1), "kind = 'A'");
    }

    @Test
    @DisplayName("timeouts-by comes before timeouts-from, and never there holds back a deadline too")
    void order() {
        shop.order(1, DAY.multipliedBy(2), "kind = 'B', deleted = 7")
                .order(2, DAY, "kind = 'off', expires_at = " + Shop.at(shop.now.minusSeconds(1)))
                .order(3, DAY, "kind = 'B', expires_at = " + Shop.at(shop.now.minusSeconds(1)))
                .order(4, DAY, "kind = 'unknown', expires_at = " + Shop.at(shop.now.minusSeconds(1)));
        shop.run(FROM_TABLE + "due-column: expires_at\ntimeouts-by:\n- {where: {deleted: 7}, timeout: 1h}");
        assertThat(shop.statuses()).containsExactly("4", "0", "4", "4");
    }

    @Test
    @DisplayName("changed terms count from the next reading on: new ones, longer ones, removed ones")
    void refresh() {
        shop.order(1, DAY.multipliedBy(2), "kind = 'B'").order(2, DAY.multipliedBy(2), "kind = 'C'");
        db.execute("insert into tenant values ('C', 30)");
        OrderTimeoutEngine engine = shop.engine(FROM_TABLE).build();
        assertThat(shop.run(engine).closed()).isZero();
        db.execute("update tenant set days = 2.5 where name = 'B'");
        untilTermsAreOld();
        assertThat(shop.run(engine).closed()).isZero();
        assertThat(engine.explain("1").get(0).dueAt()).contains(Shop.START.plus(Duration.ofHours(12)));
        db.execute("update tenant set days = 1.75 where name = 'B'");
        untilTermsAreOld();
        assertThat(shop.run(engine).closed()).isEqualTo(1);
        db.execute("delete from tenant where name = 'C'");
        untilTermsAreOld();
        assertThat(shop.run(engine).closed()).as("no row: timeout").isEqualTo(1);
    }

    /** A pass may take less than the millisecond for which terms are kept. */
    private static void untilTermsAreOld() {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < 2_000_000) {
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("terms that cannot be read again leave the last good ones in force")
    void badRefresh() {
        shop.order(1, DAY.multipliedBy(2), "kind = 'B'").order(2, DAY.multipliedBy(2), "kind = 'A'");
        OrderTimeoutEngine engine = shop.engine(FROM_TABLE).build();
        for (String bad : List.of(
                "insert into tenant values ('B', 1)",
                "delete from tenant where name = 'B' and days = 1",
                "insert into tenant values ('Z', -1)",
                "delete from tenant where name = 'Z'",
                "alter table tenant rename to tenant_gone")) {
            db.execute(bad);
            shop.run(engine);
            assertThat(shop.statuses()).as(bad).containsExactly("0", "4");
        }
        db.execute("alter table tenant_gone rename to tenant", "update tenant set days = 1 where name = 'B'");
        shop.run(engine);
        assertThat(shop.statuses()).containsExactly("4", "4");
    }

    @Test
    @DisplayName("a term that changes between scan and close keeps the order open")
    void longerMeanwhile() {
        shop.order(1, DAY.multipliedBy(2), "kind = 'A'");
        var report = shop.run(shop.engine(FROM_TABLE)
                .policy(Meanwhile.of(() -> db.execute("update tenant set days = 3 where name = 'A'")))
                .build());
        assertThat(shop.statuses()).containsExactly("0");
        assertThat(report.lostRace()).isEqualTo(1);
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName("a term read anew between the lock and the update of a close confuses neither")
    void readAnewInsideAClose() {
        shop.order(1, DAY.multipliedBy(2), "kind = 'A'");
        FaultyDataSource watched = new FaultyDataSource(db.dataSource());
        OrderTimeoutEngine engine =
                shop.engine(watched, Shop.settings(FROM_TABLE)).build();
        AtomicBoolean once = new AtomicBoolean();
        watched.inject(Fault.before(call -> {
                    if (mentioning("update")
                                    .and(mentioning("shop_order"))
                                    .and(mentioning("set"))
                                    .test(call)
                            && once.compareAndSet(false, true)) {
                        db.execute("update tenant set days = 3 where name = 'A'");
                        var other = CompletableFuture.supplyAsync(() -> engine.explain("1"));
                        assertThat(other.join()).hasSize(1);
                    }
                    return false;
                })
                .losingConnection());
        assertThat(shop.run(engine).closed()).isEqualTo(1);
        assertThat(once).isTrue();
        assertThat(shop.statuses()).containsExactly("4");
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName(
            "D13 no index on status and time: the statement that makes it is named, for terms of another table too")
    void d13() {
        db.execute("drop index shop_order_due" + (db.server().isMySqlFamily() ? " on shop_order" : ""));
        shop.orders(1, 5_000, DAY, Optional.empty());
        db.execute("update shop_order set status = 1", "update tenant set days = 0.001 where name = 'half'");
        shop.order(5_001, DAY, "kind = 'half'");
        Settings settings = Shop.settings(FROM_TABLE
                        .replace("timeout: 1h", "timeout: never")
                        .replace("name, days FROM tenant", "name, days FROM tenant WHERE days > 0")
                + "scan: {interval: 2m}\n");
        List<Finding> findings = shop.store(db.dataSource(), settings).examine(settings, OptionalInt.empty());
        assertThat(findings)
                .filteredOn(finding -> finding.code().equals("index"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.advice())
                        .startsWith("CREATE INDEX ")
                        .containsIgnoringCase("status")
                        .containsIgnoringCase("created_at"));
        assertThat(findings).extracting(Finding::code).contains("interval");
    }

    @Test
    @DisplayName("twenty lengths share sixteen arms; each order is still judged by its own")
    void manyLengths() {
        for (int i = 1; i <= 20; i++) {
            db.execute("insert into tenant values ('T" + i + "', " + i + ")");
            shop.order(2L * i, Duration.ofDays(i), "kind = 'T" + i + "'")
                    .order(2L * i + 1, Duration.ofDays(i).minusSeconds(1), "kind = 'T" + i + "'");
        }
        assertThat(shop.run(FROM_TABLE).closed()).isEqualTo(20);
        assertThat(db.number("select count(*) from shop_order where status = 4 and mod(id, 2) = 0"))
                .isEqualTo(20);
    }

    @Test
    @DisplayName("terms that make no sense are refused at start, with what would be right")
    void refused() {
        refused(
                "SELECT name, days FROM tenants",
                "timeouts-from.query: the query 'SELECT name, days FROM tenants' fails");
        refused("SELECT name FROM tenant", "timeouts-from.query: the query returns 1 columns; it must return two");
        refused("SELECT 'A', 1 UNION ALL SELECT 'A', 2", "returns `kind` A more than once");
        refused("SELECT 'A', -1", "the term of A is -1, which is negative");
        refused("SELECT 'A', 'soon'", "the term of A is 'soon', which is no number");
        refused("SELECT 'A', 99999999", "which is longer than 36500d");
        assertThatThrownBy(() -> shop.engine(FROM_TABLE.replace("column: kind", "column: kinds"))
                        .build())
                .isInstanceOf(ConfigurationException.class)
                .message()
                .containsIgnoringCase("timeouts-from.column: no column `kinds` in `shop_order`; did you mean `kind`?");
    }

    private void refused(String query, String message) {
        assertThatThrownBy(() -> shop.engine(FROM_TABLE.replace("SELECT name, days FROM tenant", query))
                        .build())
                .as(query)
                .isInstanceOf(ConfigurationException.class)
                .message()
                .containsIgnoringCase(message);
    }
}

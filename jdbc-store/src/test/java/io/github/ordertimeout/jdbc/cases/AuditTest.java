package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.doctor.Finding.Severity;
import io.github.ordertimeout.jdbc.audit.AuditFault;
import io.github.ordertimeout.jdbc.audit.AuditRequest;
import io.github.ordertimeout.jdbc.audit.FaultKind;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What the audit finds, made by hand. */
@EachDatabase
class AuditTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private final Warehouse warehouse = new Warehouse("north");
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    private List<Finding> audit() {
        Settings settings = Shop.settings(RULE);
        return shop.store(db.dataSource(), settings).audit(settings, Duration.ofDays(30));
    }

    private OrderTimeoutEngine engine() {
        return shop.engine(RULE).releaser(warehouse).build();
    }

    private void only(String code, Severity severity, String... words) {
        assertThat(audit()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(code);
            assertThat(finding.severity()).isEqualTo(severity);
            assertThat(finding.message()).contains(words);
        });
    }

    @Test
    @DisplayName("where all is well, over pages of orders and releases that still wait, nothing is said")
    void sound() {
        shop.orders(1, 1_200, HOUR, Optional.empty());
        warehouse.refuse(7);
        shop.run(engine());
        assertThat(shop.compensationRows()).isEqualTo(1);
        assertThat(audit()).isEmpty();
    }

    @Test
    @DisplayName("an order whose owed release somebody has deleted from the compensation table")
    void notReleased() {
        shop.order(1, HOUR).order(2, HOUR);
        warehouse.refuse(2);
        shop.run(engine());
        db.execute("delete from order_timeout_compensation");
        only("not-released", Severity.ERROR, "1 order", ": N2 (id 2)");
    }

    @Test
    @DisplayName(
            "orders that a stale save of the whole row has opened again; many of them are counted, the first ones named")
    void openAgain() {
        shop.orders(1, 1_200, HOUR, Optional.empty());
        shop.run(engine());
        db.execute("update shop_order set status = 0");
        only("released-but-open", Severity.WARNING, "1200 orders", "N1 (id 1), ", "…");
    }

    @Test
    @DisplayName("an order that the shop set to paid after the close; one that the guard has refunded is none")
    void paid() {
        shop.order(1, HOUR).order(2, HOUR);
        OrderTimeoutEngine engine = shop.engine(RULE)
                .releaser(warehouse)
                .refundIssuer(new RefundDesk())
                .build();
        shop.run(engine);
        engine.guard().confirm("2", "tx2", BigDecimal.TEN);
        shop.run(engine);
        db.execute("update shop_order set status = 1 where id = 1");
        only("paid-after-close", Severity.ERROR, "1 order", ": N1 (id 1)");
    }

    @Test
    @DisplayName("paid after the close where another column than the status says so")
    void paidWhen() {
        shop.order(1, HOUR).order(2, HOUR);
        String rule = RULE.replace("paid-status: 1\n", "paid-when: {payment_state: paid}\n");
        shop.run(shop.engine(rule).build());
        db.execute("update shop_order set payment_state = 'paid' where id = 1");
        Settings settings = Shop.settings(rule);
        assertThat(shop.store(db.dataSource(), settings).audit(settings, Duration.ofDays(30)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo("paid-after-close");
                    assertThat(finding.message()).contains("1 order", ": N1 (id 1)");
                });
    }

    @Test
    @DisplayName("a refund that is owed and that nobody works on, and one that has failed too often")
    void refunds() {
        shop.order(1, HOUR);
        OrderTimeoutEngine engine = engine();
        shop.run(engine);
        engine.guard().confirm("1", "tx1", BigDecimal.TEN);
        assertThat(audit()).isEmpty();
        db.execute("update order_timeout_compensation set state = 'DEAD'");
        only("refund-dead", Severity.ERROR, ": N1 (id 1)");
        db.execute("delete from order_timeout_compensation");
        only("refund-lost", Severity.ERROR, ": N1 (id 1)");
    }

    @Test
    @DisplayName("orders that somebody else closed are told of, as information")
    void elsewhere() {
        shop.order(1, HOUR).order(2, HOUR, "status = 4").order(3, Duration.ofDays(60), "status = 4");
        shop.run(engine());
        only("closed-elsewhere", Severity.INFO, "1 order", ": N2 (id 2)");
    }

    @Test
    @DisplayName(
            "closed elsewhere is asked of orders since a time, by creation or, where the rule knows no creation, by deadline")
    void since() {
        shop.order(1, HOUR, "status = 4")
                .order(2, Duration.ofHours(3), "status = 4")
                .order(3, HOUR, "status = 1");
        assertThat(named(audit(Shop.settings(RULE), Duration.ofHours(2))))
                .containsExactly("closed-elsewhere N1 (id 1)");
        db.execute("update shop_order set expires_at = created_at, created_at = null");
        String due = RULE.replace("created-column: created_at\ntimeout: 30m\n", "due-column: expires_at\n");
        assertThat(named(audit(Shop.settings(due), Duration.ofHours(2)))).containsExactly("closed-elsewhere N1 (id 1)");
        assertThat(named(audit(Shop.settings(due), Duration.ofHours(4))))
                .containsExactly("closed-elsewhere N2 (id 2)", "closed-elsewhere N1 (id 1)");
    }

    @Test
    @DisplayName(
            "an order that was opened again and closed again: its stock came back as often, which is right only where it was"
                    + " reserved as often")
    void again() {
        shop.order(1, HOUR).order(2, HOUR);
        shop.run(engine());
        shop.change(1, "status = 0");
        shop.run(engine());
        only("released-again", Severity.WARNING, "1 order", ": N1 (id 1)");
        assertThat(faults(Shop.settings(RULE))).singleElement().satisfies(fault -> {
            assertThat(fault.detail()).isEqualTo("2 times");
            assertThat(fault.finding().message()).startsWith("Order N1 (id 1) of `");
        });
    }

    @Test
    @DisplayName("a ledger without its primary key that holds a release twice")
    void twice() {
        shop.order(1, HOUR).order(2, HOUR);
        shop.run(engine());
        db.execute(
                "create table copied as select * from order_timeout_release",
                "drop table order_timeout_release",
                "create table order_timeout_release as select * from copied",
                "insert into order_timeout_release select * from copied where order_id = '2'");
        only("released-twice", Severity.ERROR, "1 order", ": N2 (id 2)");
    }

    @Test
    @DisplayName("a refund that waits for more than a day, since no RefundIssuer is at work")
    void waitingRefund() {
        shop.order(1, HOUR);
        OrderTimeoutEngine engine = engine();
        shop.run(engine);
        engine.guard().confirm("1", "tx1", BigDecimal.TEN);
        shop.pass(Duration.ofHours(23));
        assertThat(audit()).isEmpty();
        shop.pass(Duration.ofHours(2));
        shop.run(engine());
        only("refund-waiting", Severity.WARNING, "1 order", ": N1 (id 1)");
    }

    @Test
    @DisplayName("orders that were paid together and are refunded together: one row stands for all of them")
    void groups() {
        shop.order(1, HOUR, "kind = 'cart'").order(2, HOUR, "kind = 'cart'");
        String rule = RULE + "payment-group-column: kind\n";
        OrderTimeoutEngine engine = shop.engine(rule).releaser(warehouse).build();
        shop.run(engine);
        engine.guard().confirm("1", "tx", BigDecimal.TEN);
        engine.guard().confirm("2", "tx", BigDecimal.TEN);
        assertThat(db.column("select standing from order_timeout_payment order by order_id"))
                .containsExactly("REFUND_OWED", "REFUND_OWED");
        assertThat(db.number("select count(*) from order_timeout_compensation where kind = 'REFUND'"))
                .isEqualTo(1);
        assertThat(audit(Shop.settings(rule), Duration.ofDays(30))).isEmpty();
        db.execute("delete from order_timeout_compensation");
        assertThat(named(audit(Shop.settings(rule), Duration.ofDays(30))))
                .containsExactly("refund-lost N1 (id 1)", "refund-lost N2 (id 2)");
    }

    @Test
    @DisplayName("a close that is no status but a flag: opened again by a stale save, paid, closed by somebody else")
    void flag() {
        String rule = RULE.replace("closed-status: 4\n", "") + """
                where: {deleted: 0, kind: not draft}
                on-close: {deleted: 1}
                """;
        shop.order(1, HOUR).order(2, HOUR).order(3, HOUR).order(4, HOUR, "deleted = 1");
        shop.order(5, HOUR, "deleted = 1, status = 1").order(6, HOUR, "deleted = 1, kind = 'draft'");
        shop.run(shop.engine(rule).releaser(warehouse).build());
        assertThat(db.column("select id from shop_order where deleted = 0")).isEmpty();
        assertThat(named(audit(Shop.settings(rule), Duration.ofDays(30))))
                .as("another status or another rule's kind of order is not this rule's close")
                .containsExactly("closed-elsewhere N4 (id 4)");
        db.execute("update shop_order set deleted = 0 where id = 1", "update shop_order set status = 1 where id = 2");
        assertThat(named(audit(Shop.settings(rule), Duration.ofDays(30))))
                .containsExactly(
                        "paid-after-close N2 (id 2)", "released-but-open N1 (id 1)", "closed-elsewhere N4 (id 4)");
    }

    @Test
    @DisplayName(
            "two rules on one table: each order is judged by the rule that closed it, and what one closes and the other looks"
                    + " at is no fault")
    void twoRules() {
        String unshipped =
                RULE.replace("open-status: 0", "open-status: 4").replace("closed-status: 4", "closed-status: 6")
                        + "where: {kind: cod}\n";
        Settings settings = Shop.settings(Map.of("unpaid", RULE + "where: {kind: not b2b}\n", "unshipped", unshipped));
        shop.order(1, HOUR, "kind = 'web'").order(2, HOUR, "status = 4, kind = 'cod'");
        shop.order(3, HOUR, "status = 6, kind = 'cod'").order(4, HOUR, "status = 6, kind = 'web'");
        shop.order(5, HOUR, "status = 4, kind = 'b2b'").order(6, HOUR, "status = 4");
        OrderTimeoutEngine engine =
                shop.engine(db.dataSource(), settings).releaser(warehouse).build();
        engine.runOnce();
        assertThat(shop.statuses()).containsExactly("4", "6", "6", "6", "4", "4");
        assertThat(named(audit(settings, Duration.ofDays(30))))
                .as("what another rule's where leaves out is none of it")
                .containsExactlyInAnyOrder("closed-elsewhere N3 (id 3)", "closed-elsewhere N6 (id 6)");
        db.execute("update shop_order set kind = 'cod' where id = 1");
        assertThat(named(audit(settings, Duration.ofDays(30))))
                .as("order 1 is closed for its rule, though open for the other")
                .containsExactlyInAnyOrder("closed-elsewhere N3 (id 3)", "closed-elsewhere N6 (id 6)");
        db.execute("update shop_order set status = 4 where id = 2", "update shop_order set status = 0 where id = 1");
        assertThat(named(audit(settings, Duration.ofDays(30))))
                .contains("released-but-open N1 (id 1)", "released-but-open N2 (id 2)");
        Settings renamed = Shop.settings(Map.of("renamed", RULE));
        assertThat(named(audit(renamed, Duration.ofDays(30))))
                .as("a rule that is gone is judged by those that are there")
                .contains("released-but-open N1 (id 1)")
                .doesNotContain("released-but-open N2 (id 2)");
    }

    @Test
    @DisplayName("several sources: equal ids of two tables are two orders")
    void sources() {
        db.execute("create table archive_order as select * from shop_order");
        if (db.server() == TestServer.H2) {
            db.execute("alter table archive_order alter column id set not null");
        }
        db.execute("alter table archive_order add constraint archive_key primary key (id)");
        Settings settings = Shop.settings(
                Map.of("unpaid", RULE, "archived", RULE.replace("table: shop_order", "table: archive_order")));
        shop.order(1, HOUR).order(2, HOUR);
        db.execute("insert into archive_order select * from shop_order");
        OrderTimeoutEngine engine =
                shop.engine(db.dataSource(), settings).releaser(warehouse).build();
        engine.runOnce();
        db.execute("update archive_order set status = 0 where id = 1", "update shop_order set status = 1 where id = 2");
        assertThat(audit(settings, Duration.ofDays(30)))
                .extracting(finding -> finding.code() + " " + finding.message().toLowerCase(Locale.ROOT))
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("paid-after-close").contains("shop_order`", ": n2 (id 2)"),
                        one -> assertThat(one)
                                .startsWith("released-but-open")
                                .contains("archive_order`", ": n1 (id 1)"));
    }

    @Test
    @DisplayName("ids of every kind: text in both cases, padded text, UUIDs, bytes, whole numbers without a sign")
    void ids() {
        Map<String, List<String>> kinds = new LinkedHashMap<>();
        kinds.put("varchar(40)", List.of("'aB1'", "'AB1'", "'ab1'"));
        kinds.put("char(30)", List.of("'x1'", "'x2'", "'x3'"));
        kinds.put("decimal(20,0)", List.of("12345678901234567891", "12345678901234567892", "12345678901234567893"));
        String bytes = "UNHEX('f000000000000000000000000000000";
        String uuid = "'00000000-0000-0007-0000-00000000000";
        if (db.server().isMySqlFamily()) {
            kinds.remove("varchar(40)");
            kinds.put("varchar(40) character set utf8mb4 collate utf8mb4_bin", List.of("'aB1'", "'AB1'", "'ab1'"));
            kinds.put(
                    "bigint unsigned", List.of("18446744073709551601", "18446744073709551602", "18446744073709551603"));
            kinds.put("binary(16)", List.of(bytes + "1')", bytes + "2')", bytes + "3')"));
        } else {
            kinds.put("uuid", List.of(uuid + "1'", uuid + "2'", uuid + "3'"));
        }
        kinds.forEach(this::ids);
    }

    private void ids(String type, List<String> literals) {
        String time = db.server().isMySqlFamily() ? "datetime" : "timestamp";
        db.execute(
                "drop table if exists other_order",
                "delete from order_timeout_release",
                "create table other_order (id " + type + " not null primary key, status int, created_at " + time + ")");
        String hourAgo = Shop.at(shop.now.minus(HOUR));
        for (String id : literals.subList(0, 2)) {
            db.execute("insert into other_order values (" + id + ", 0, " + hourAgo + ")");
        }
        String rule = RULE.replace("table: shop_order", "table: other_order").replace("number-column: order_no\n", "");
        Settings settings = Shop.settings(rule);
        shop.engine(db.dataSource(), settings).releaser(warehouse).build().runOnce();
        assertThat(audit(settings, Duration.ofDays(30))).as(type).isEmpty();
        db.execute(
                "insert into other_order values (" + literals.get(2) + ", 4, " + hourAgo + ")",
                "update other_order set status = 0 where id = " + literals.get(0),
                "update other_order set status = 1 where id = " + literals.get(1));
        assertThat(faults(settings, 1))
                .as(type)
                .extracting(AuditFault::kind)
                .containsExactlyInAnyOrder(
                        FaultKind.RELEASED_BUT_OPEN, FaultKind.PAID_AFTER_CLOSE, FaultKind.CLOSED_ELSEWHERE);
    }

    @Test
    @DisplayName("an order whose row is gone, or whose id the column cannot hold any more, is no fault")
    void gone() {
        shop.order(1, HOUR).order(2, HOUR);
        shop.run(engine());
        db.execute(
                "delete from shop_order where id = 1",
                "update order_timeout_release set order_id = 'moved' where order_id = '2'");
        assertThat(named(audit())).containsExactly("closed-elsewhere N2 (id 2)");
    }

    private List<Finding> audit(Settings settings, Duration since) {
        return shop.store(db.dataSource(), settings).audit(settings, since);
    }

    private List<AuditFault> faults(Settings settings) {
        return faults(settings, 500);
    }

    private List<AuditFault> faults(Settings settings, int pageSize) {
        List<AuditFault> faults = new ArrayList<>();
        shop.store(db.dataSource(), settings)
                .audit(AuditRequest.of(settings).pageSize(pageSize), page -> faults.addAll(page.faults()) || true);
        return faults;
    }

    /** Code and name of each order that the findings name. */
    private static List<String> named(List<Finding> findings) {
        return findings.stream()
                .flatMap(finding -> Arrays.stream(finding.message()
                                .substring(finding.message().lastIndexOf(": ") + 2)
                                .split(", "))
                        .map(name -> finding.code() + " " + name))
                .toList();
    }
}

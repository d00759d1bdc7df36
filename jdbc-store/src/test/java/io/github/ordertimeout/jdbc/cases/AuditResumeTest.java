package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.BuildSize;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.audit.AuditCursor;
import io.github.ordertimeout.jdbc.audit.AuditFault;
import io.github.ordertimeout.jdbc.audit.AuditPage;
import io.github.ordertimeout.jdbc.audit.AuditRequest;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** An audit that is interrupted anywhere, and continued, tells what one without interruption tells. */
@EachDatabase
class AuditResumeTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int PAGE = 3;
    private static final Pattern LIMIT = Pattern.compile("LIMIT (\\d+)");

    @Parameter
    TestDatabase db;

    private final Settings settings = Shop.settings(RULE);
    private HikariDataSource pool;
    private FaultyDataSource faulty;
    private JdbcOrderStore store;

    /** Faults of several kinds, over several pages of each table; each order has two rows in the ledger, one page three. */
    @BeforeEach
    void shopWithFaults() {
        Shop shop = new Shop(db);
        shop.orders(1, 10, HOUR, Optional.empty());
        shop.order(11, HOUR, "status = 4").order(12, HOUR, "status = 4").order(13, Duration.ofDays(2), "status = 4");
        shop.order(14, HOUR, "status = 4").order(15, HOUR, "status = 4");
        Warehouse north = new Warehouse("north");
        north.refuse(4);
        OrderTimeoutEngine engine = shop.engine(RULE)
                .releaser(north)
                .releaser(new Warehouse("south"))
                .build();
        shop.run(engine);
        for (int id = 1; id <= 4; id++) {
            engine.guard().confirm(Integer.toString(id), "tx" + id, BigDecimal.TEN);
        }
        db.execute(
                "delete from order_timeout_compensation where order_id in ('2', '4')",
                "update order_timeout_compensation set state = 'DEAD' where kind = 'REFUND'",
                "update shop_order set status = 0 where id in (5, 6)",
                "update shop_order set status = 1 where id = 9");
        pool = db.pool(config -> config.setMaximumPoolSize(1));
        faulty = new FaultyDataSource(pool);
        store = shop.store(faulty, settings);
        faulty.clear();
    }

    private AuditRequest request() {
        return AuditRequest.of(settings).pageSize(PAGE);
    }

    private List<AuditPage> pages(AuditRequest request) {
        List<AuditPage> pages = new ArrayList<>();
        assertThat(store.audit(request, pages::add)).isTrue();
        return pages;
    }

    /** The pool takes a while to see that a connection is dead. */
    private void heal() {
        faulty.heal();
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    private static List<AuditFault> faults(List<AuditPage> pages) {
        return pages.stream().flatMap(page -> page.faults().stream()).toList();
    }

    private static int rows(List<AuditPage> pages) {
        return pages.stream().mapToInt(AuditPage::rows).sum();
    }

    private static boolean goesOverATable(DatabaseCall call) {
        return call.sql().contains("ORDER BY")
                && !call.sql().contains("information_schema")
                && !call.sql().contains("pg_");
    }

    private static boolean readsAPage(DatabaseCall call) {
        return call.sql().contains("LIMIT");
    }

    @Test
    @DisplayName(
            "interrupted at each of its statements and continued after the last page: the same faults, no row told of twice")
    void continued() {
        List<AuditPage> whole = pages(request());
        List<DatabaseCall> calls = faulty.take();
        long reads = calls.stream().filter(AuditResumeTest::readsAPage).count();
        assertThat(faults(whole)).hasSizeGreaterThanOrEqualTo(12);
        assertThat(whole)
                .hasSizeGreaterThan(10)
                .last()
                .satisfies(last -> assertThat(last.last()).isTrue());
        for (int call = 1; call <= calls.size(); call++) {
            faulty.clear();
            faulty.inject(
                    Fault.before(DatabaseCall.numbered(call)).losingConnection().once());
            List<AuditPage> told = untilItFails(request());
            heal();
            Optional<AuditCursor> reached =
                    told.stream().reduce((one, next) -> next).map(AuditPage::next);
            told.addAll(pages(reached.map(request()::after).orElse(request())));
            assertThat(faults(told)).as("interrupted at statement %s", call).isEqualTo(faults(whole));
            assertThat(rows(told)).isEqualTo(rows(whole));
            assertThat(faulty.count(AuditResumeTest::readsAPage))
                    .as("pages read, interrupted at statement %s", call)
                    .isLessThanOrEqualTo(reads + 1);
        }
    }

    @Test
    @DisplayName(
            "the place is kept in the state table: interrupted at each statement, the next run goes on; at most a page comes"
                    + " twice, nothing is missing, and the end forgets it")
    void kept() {
        List<AuditFault> whole = faults(pages(request()));
        faulty.clear();
        pages(request().keepingItsPlace());
        int calls = faulty.take().size();
        // In every build a third of the statements on each server, beginning with another one on each.
        int step = BuildSize.of(3, 1);
        for (int call = 1 + db.server().ordinal() % step; call <= calls; call += step) {
            faulty.clear();
            faulty.inject(
                    Fault.before(DatabaseCall.numbered(call)).losingConnection().once());
            List<AuditPage> told = untilItFails(request().keepingItsPlace());
            heal();
            int before = told.size();
            told.addAll(pages(request().keepingItsPlace()));
            List<AuditFault> again = new ArrayList<>(faults(told));
            assertThat(new HashSet<>(again))
                    .as("interrupted at statement %s", call)
                    .isEqualTo(new HashSet<>(whole));
            whole.forEach(again::remove);
            int page = before == 0 ? 0 : told.get(before - 1).faults().size();
            assertThat(again.size()).as("told again").isIn(0, page);
            assertThat(db.number("select count(*) from order_timeout_state where name like 'audit:%'"))
                    .isZero();
        }
    }

    @Test
    @DisplayName("a reader may end it after any page; a page never has more rows than was asked for, whatever is found")
    void ended() {
        List<AuditPage> whole = pages(request());
        List<AuditPage> told = new ArrayList<>();
        AuditRequest request = request();
        while (told.isEmpty() || !told.get(told.size() - 1).last()) {
            boolean end = store.audit(request, page -> {
                told.add(page);
                return false;
            });
            assertThat(end).isEqualTo(told.get(told.size() - 1).last());
            request = request().after(told.get(told.size() - 1).next());
        }
        assertThat(told).isEqualTo(whole);
        assertThat(whole).allSatisfy(page -> assertThat(page.rows()).isLessThanOrEqualTo(PAGE));
        assertThat(faulty.calls())
                .filteredOn(AuditResumeTest::goesOverATable)
                .isNotEmpty()
                .allSatisfy(call -> {
                    Matcher limit = LIMIT.matcher(call.sql());
                    assertThat(limit.find()).as(call.sql()).isTrue();
                    assertThat(Integer.parseInt(limit.group(1))).isLessThanOrEqualTo(PAGE + 1);
                });
        assertThat(pages(request().after(whole.get(whole.size() - 1).next()))).isEmpty();
    }

    @Test
    @DisplayName("an order with more rows in the ledger than a page has is judged once, with all of them")
    void manyRows() {
        List<String> kinds = faults(pages(request().pageSize(1))).stream()
                .map(fault -> fault.kind() + " " + fault.order().id())
                .toList();
        assertThat(kinds)
                .containsExactlyInAnyOrderElementsOf(faults(pages(request().pageSize(500))).stream()
                        .map(fault -> fault.kind() + " " + fault.order().id())
                        .toList());
    }

    @Test
    @DisplayName("a continued audit asks of the orders since the same moment, however late it is continued")
    void sameMoment() {
        AuditRequest request = request().since(Duration.ofHours(30)).pageSize(1);
        List<AuditPage> first = new ArrayList<>();
        store.audit(request, page -> {
            first.add(page);
            return false;
        });
        List<AuditPage> rest =
                pages(request().since(Duration.ofDays(300)).after(first.get(0).next()));
        assertThat(faults(rest).stream().filter(fault -> fault.kind().code().equals("closed-elsewhere")))
                .extracting(fault -> fault.order().id())
                .containsExactly("11", "12", "14", "15");
    }

    @Test
    @DisplayName(
            "a place that is none, and one of a table that no rule names any more, are said so; a kept one begins anew")
    void noSuchPlace() {
        assertThatThrownBy(() -> new AuditCursor("nonsense"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'nonsense' is no place of an audit");
        AuditCursor gone = new AuditCursor("1767225600000/another/ledger/42");
        assertThatThrownBy(() -> store.audit(request().after(gone), page -> true))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("`another`");
        store.audit(request().keepingItsPlace(), page -> false);
        String kept = db.column("select content from order_timeout_state where name like 'audit:%'")
                .get(0);
        assertThat(kept).contains("/ledger/").doesNotContain(" ");
        db.execute("update order_timeout_state set content = '" + gone + "' where name like 'audit:%'");
        assertThat(faults(pages(request().keepingItsPlace()))).isEqualTo(faults(pages(request())));
        db.execute("delete from order_timeout_state where name like 'audit:%'");
        Settings others = Shop.settings(Map.of("other", RULE));
        store.audit(request().keepingItsPlace(), page -> false);
        store.audit(AuditRequest.of(others).pageSize(PAGE).keepingItsPlace(), page -> false);
        assertThat(db.number("select count(*) from order_timeout_state where name like 'audit:%'"))
                .as("one place for each set of rules")
                .isEqualTo(2);
    }

    private List<AuditPage> untilItFails(AuditRequest request) {
        List<AuditPage> pages = new ArrayList<>();
        assertThatThrownBy(() -> store.audit(request, pages::add)).isInstanceOf(RuntimeException.class);
        return pages;
    }
}

package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.release.ReleaseMode;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A releaser bean that throws for every order. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class BrokenReleaserTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private Shop shop;
    private FaultyDataSource watched;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        watched = new FaultyDataSource(db.dataSource());
    }

    @Test
    @DisplayName(
            "promise 5: a local one: 2,000 orders stay open with its words, no row is written, few transactions try")
    void local() {
        shop.stock("a", 2_000, 0).orders(1, 2_000, HOUR, Optional.of("a"));
        ThrowingReleaser coupons = new ThrowingReleaser("coupon", Set.of());
        OrderTimeoutEngine engine = shop.engine(watched, Shop.settings(RULE + INVENTORY))
                .releaser(coupons)
                .build();
        for (int pass = 0; pass < 3; pass++) {
            watched.clear();
            RuleReport report = shop.run(engine);
            assertThat(watched.count(DatabaseCall::isEnd)).isLessThan(80);
            assertThat(report.closed()).isZero();
            assertThat(report.failed()).isEqualTo(2_000);
            assertThat(report.error())
                    .hasValueSatisfying(error -> assertThat(error).contains("couponService is null"));
            assertThat(shop.ledgerRows() + shop.compensationRows()).isZero();
            shop.pass(HOUR);
        }
        assertThat(shop.statuses()).hasSize(2_000).containsOnly("0");
        assertThat(shop.stock("a")).isEqualTo(List.of(2_000L, 0L));
        coupons.mend();
        assertThat(shop.run(engine).closed()).isEqualTo(2_000);
        assertThat(shop.stock("a")).isEqualTo(List.of(0L, 2_000L));
    }

    @Test
    @DisplayName("promise 5: a local one, few orders: each has its row with the words, and attempts back off")
    void localFew() {
        shop.stock("a", 5, 0).orders(1, 5, HOUR, Optional.of("a"));
        ThrowingReleaser coupons = new ThrowingReleaser("coupon", Set.of());
        OrderTimeoutEngine engine = shop.engine(watched, Shop.settings(RULE + INVENTORY))
                .releaser(coupons)
                .build();
        assertThat(shop.run(engine).failed()).isEqualTo(5);
        assertThat(db.column("select distinct reason from order_timeout_compensation"))
                .singleElement()
                .asString()
                .contains("couponService is null");
        int calls = coupons.calls();
        shop.pass(Duration.ofMinutes(1));
        shop.run(engine);
        assertThat(coupons.calls()).as("calls before the rows are due").isEqualTo(calls);
        coupons.mend();
        shop.pass(HOUR);
        shop.run(engine);
        assertThat(shop.statuses()).containsOnly("4");
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName("promise 5: a remote one: all close, its releases stay owed with its words, the others' are all done")
    void remote() {
        shop.stock("a", 100, 0).orders(1, 100, HOUR, Optional.of("a"));
        Warehouse north = new Warehouse("north");
        ThrowingReleaser coupons = new ThrowingReleaser("coupon", Set.of(), ReleaseMode.REMOTE);
        OrderTimeoutEngine engine = shop.engine(watched, Shop.settings(RULE + INVENTORY))
                .time(() -> Duration.between(Shop.START, shop.now).toNanos())
                .releaser(coupons)
                .releaser(north)
                .build();
        assertThat(shop.run(engine).closed()).isEqualTo(100);
        for (int minute = 0; minute < 5; minute++) {
            shop.pass(Duration.ofMinutes(1));
            watched.clear();
            shop.run(engine);
            assertThat(watched.count(DatabaseCall::isEnd)).isLessThan(300);
        }
        assertThat(shop.stock("a")).isEqualTo(List.of(0L, 100L));
        assertThat(north.given()).hasSize(100).doesNotHaveDuplicates();
        assertThat(db.column("select distinct type from order_timeout_compensation"))
                .containsExactly("coupon");
        assertThat(shop.compensationRows()).isEqualTo(100);
        assertThat(db.column("select reason from order_timeout_compensation where reason like '%couponService%'"))
                .isNotEmpty();
        assertThat(coupons.calls()).as("it is taken for dead").isLessThan(100);
        coupons.mend();
        for (int pass = 0; pass < 6; pass++) {
            shop.pass(Duration.ofMinutes(10));
            shop.run(engine);
        }
        assertThat(shop.compensationRows()).isZero();
        assertThat(db.number("select count(*) from order_timeout_release where done_at is not null"))
                .isEqualTo(300);
    }
}

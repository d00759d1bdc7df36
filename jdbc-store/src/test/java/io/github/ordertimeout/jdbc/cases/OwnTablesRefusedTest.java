package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A database that takes no rows into the library's own tables: full, read-only, or without the right. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class OwnTablesRefusedTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int ORDERS = 200;
    /** Of a pass that closes nothing: its reads, a batch per thread, and a few single orders tried to tell whose fault it is. */
    private static final int FEW = 30;

    @Parameter
    TestDatabase db;

    private final Warehouse north = new Warehouse("north");
    private Shop shop;
    private FaultyDataSource watched;

    @BeforeEach
    void open() {
        shop = new Shop(db).stock("a", ORDERS, 0).orders(1, ORDERS, HOUR, Optional.of("a"));
        watched = new FaultyDataSource(db.dataSource());
    }

    private OrderTimeoutEngine engine() {
        return shop.engine(watched, Shop.settings(RULE + INVENTORY + "scan: {batch-size: 50}"))
                .releaser(north)
                .build();
    }

    static Stream<Arguments> refusals() {
        return Stream.of(RefusedInsert.values())
                .flatMap(why -> Stream.of("order_timeout_release", "order_timeout_compensation")
                        .map(table -> Arguments.of(why, table)));
    }

    @ParameterizedTest(name = "{1}, {0}")
    @MethodSource("refusals")
    @DisplayName("promise 5: nothing closes without its rows, few transactions try, and all closes once they are taken")
    void refused(RefusedInsert why, String table) {
        OrderTimeoutEngine engine = engine();
        why.begin(db, table);
        for (int pass = 0; pass < 3; pass++) {
            assertNothingCloses(engine);
        }
        RefusedInsert.end(db, table);
        assertAllCloses(engine);
    }

    @Test
    @DisplayName(
            "promise 5: a read-only database: nothing closes, few transactions try, all closes once it is writable")
    void readOnly() {
        assumeFalse(db.server() == TestServer.H2, "H2 is read-only only where its files are");
        OrderTimeoutEngine engine = engine();
        setReadOnly(true);
        for (int pass = 0; pass < 3; pass++) {
            assertNothingCloses(engine);
        }
        setReadOnly(false);
        assertAllCloses(engine);
    }

    @Test
    @DisplayName(
            "a poison order whose row cannot be written stays open and stops no other; it has its row once that works")
    void rowOfAPoisonOrder() {
        OrderTimeoutEngine engine = shop.engine(watched, Shop.settings(RULE + INVENTORY))
                .releaser(new ThrowingReleaser("coupon", Set.of("7")))
                .build();
        RefusedInsert.DISK_FULL.begin(db, "order_timeout_compensation");
        RuleReport full = shop.run(engine);
        assertThat(full.closed()).isEqualTo(ORDERS - 1);
        assertThat(full.error()).hasValueSatisfying(error -> assertThat(error).contains("7"));
        assertThat(shop.status(7)).isZero();
        RefusedInsert.end(db, "order_timeout_compensation");
        assertThat(shop.run(engine).failed()).isEqualTo(1);
        assertThat(db.column("select order_id from order_timeout_compensation")).containsExactly("7");
    }

    @Test
    @DisplayName("promise 5: without the right to claim what is owed all closes, the report says what is wrong")
    void claimRefused() {
        OrderTimeoutEngine engine = engine();
        watched.inject(Fault.before(DatabaseCall.mentioning("next_attempt_at <="))
                .throwing(() -> new SQLException("permission denied for table order_timeout_compensation", "42501")));
        RuleReport report = shop.run(engine);
        assertThat(report.closed()).isEqualTo(ORDERS);
        assertThat(report.error()).hasValueSatisfying(error -> assertThat(error).contains("permission denied"));
        watched.heal();
        shop.pass(HOUR);
        assertThat(shop.run(engine).error()).isEmpty();
        assertThat(shop.compensationRows()).isZero();
        assertThat(north.given()).hasSize(ORDERS);
    }

    private void assertNothingCloses(OrderTimeoutEngine engine) {
        watched.clear();
        RuleReport report = shop.run(engine);
        assertThat(report.closed()).isZero();
        assertThat(report.error()).isPresent();
        assertNothingClosed();
        shop.pass(Duration.ofMinutes(1));
    }

    private void assertNothingClosed() {
        assertThat(watched.count(DatabaseCall::isEnd)).isLessThan(FEW);
        assertThat(shop.statuses()).hasSize(ORDERS).containsOnly("0");
        assertThat(shop.ledgerRows() + shop.compensationRows()).isZero();
        assertThat(shop.stock("a")).isEqualTo(List.of((long) ORDERS, 0L));
        assertThat(north.given()).isEmpty();
    }

    private void assertAllCloses(OrderTimeoutEngine engine) {
        assertThat(shop.run(engine).closed()).isEqualTo(ORDERS);
        shop.run(engine);
        assertThat(shop.statuses()).containsOnly("4");
        assertThat(db.number("select count(*) from order_timeout_release where done_at is not null"))
                .isEqualTo(2L * ORDERS);
        assertThat(shop.stock("a")).isEqualTo(List.of(0L, (long) ORDERS));
        assertThat(north.given()).hasSize(ORDERS).doesNotHaveDuplicates();
        assertThat(shop.compensationRows()).isZero();
    }

    /** Of every connection of the pool: on a server that others use nobody else must notice. */
    private void setReadOnly(boolean readOnly) {
        String access = readOnly ? "read only" : "read write";
        String session = db.server() == TestServer.POSTGRESQL
                ? "set session characteristics as transaction "
                : "set session transaction ";
        Connection[] all = new Connection[4];
        try {
            for (int i = 0; i < all.length; i++) {
                all[i] = db.dataSource().getConnection();
                try (Statement statement = all[i].createStatement()) {
                    statement.execute(session + access);
                }
            }
            for (Connection connection : all) {
                connection.close();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Faults of one order that look like the system's. */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB})
class PoisonCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    @Test
    @DisplayName("D1 a trigger that refuses one order with the code of a missing right stops no other order")
    void refusedByATrigger() {
        shop.orders(1, 50, HOUR, Optional.empty());
        refuse(7);
        RuleReport report = shop.run(RULE, "scan: {batch-size: 20}", "close: {threads: 1}");
        assertThat(report.closed()).isEqualTo(49);
        assertThat(db.column("select order_id from order_timeout_compensation")).containsExactly("7");
    }

    @Test
    @DisplayName("a locked row that only also-execute needs makes few orders busy, not the whole batch")
    void lockedElsewhere() throws SQLException {
        shop.orders(1, 64, HOUR, Optional.empty());
        db.execute(
                "create table coupon (order_id bigint primary key, used int)",
                "insert into coupon select id, 1 from shop_order");
        OrderTimeoutEngine engine = shop.engine(
                        RULE,
                        "close: {lock-timeout: 100ms, threads: 1}",
                        "also-execute: ['update coupon set used = 0 where order_id = :id']")
                .build();
        try (Connection host = db.dataSource().getConnection()) {
            host.setAutoCommit(false);
            try (Statement statement = host.createStatement()) {
                statement.execute("update coupon set used = 1 where order_id = 9");
                statement.execute("select used from coupon where order_id = 9 for update");
            }
            RuleReport report = shop.run(engine);
            assertThat(report.closed()).isEqualTo(63);
            assertThat(report.busy()).isEqualTo(1);
            host.rollback();
        }
        assertThat(shop.run(engine).closed()).isEqualTo(1);
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName("D1 an order whose close has failed is closed by the rule that has another name now")
    void renamedRule() {
        shop.orders(5, 8, HOUR, Optional.empty());
        refuse(7);
        assertThat(shop.run(RULE).closed()).isEqualTo(3);
        assertThat(shop.compensationRows()).isEqualTo(1);
        allow();
        OrderTimeoutEngine renamed = shop.engine(db.dataSource(), Shop.settings(Map.of("renamed", RULE)))
                .build();
        shop.pass(HOUR);
        renamed.runOnce();
        renamed.runOnce();
        assertThat(shop.statuses()).containsOnly("4");
        assertThat(shop.compensationRows()).isZero();
    }

    @Test
    @DisplayName(
            "D1 an order whose close has failed under a rule that is a dry run now is closed by the other rule that it falls under")
    void dryRunBeside() {
        shop.orders(5, 8, HOUR, Optional.empty());
        refuse(7);
        assertThat(shop.run(RULE).closed()).isEqualTo(3);
        assertThat(shop.compensationRows()).isEqualTo(1);
        allow();
        OrderTimeoutEngine both = shop.engine(
                        db.dataSource(),
                        Shop.settings(Map.of("unpaid", RULE + "close: {mode: dry-run}\n", "other", RULE)))
                .build();
        shop.pass(HOUR);
        both.runOnce();
        both.runOnce();
        assertThat(shop.statuses()).containsOnly("4");
        assertThat(shop.compensationRows()).isZero();
    }

    private void allow() {
        db.execute(db.server() == TestServer.POSTGRESQL ? "drop trigger refuse on shop_order" : "drop trigger refuse");
    }

    private void refuse(long id) {
        if (db.server() == TestServer.POSTGRESQL) {
            db.execute(
                    "create function refuse() returns trigger language plpgsql as $$ begin if new.id = " + id
                            + " then raise exception 'not yours' using errcode = '42501'; end if; return new; end $$",
                    "create trigger refuse before update on shop_order for each row execute function refuse()");
        } else {
            db.execute("create trigger refuse before update on shop_order for each row if new.id = " + id
                    + " then signal sqlstate '42000' set message_text = 'not yours'; end if");
        }
    }
}

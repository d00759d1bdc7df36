package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.BuildSize;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Much is owed to a warehouse that is away for long. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class DeadWarehouseTest {
    private static final int LEFT = 500;
    /** 25 of 2,000 rows each, the failures that tell that it is away, and a few claims. */
    private static final int FEW = 60;

    @Parameter
    TestDatabase db;

    private final Warehouse north = new Warehouse("north");
    private Shop shop;

    /** Several times what is put off at once; a real backlog on one server of a thorough build, since it costs time. */
    private int owed() {
        return db.server() == TestServer.POSTGRESQL ? BuildSize.of(8_000, 50_000) : 8_000;
    }

    @Test
    @DisplayName(
            "promise 6: thousands of releases owed to a dead warehouse cost few transactions a round, and none needs a command")
    void manyOwed() {
        shop = new Shop(db);
        owe();
        north.away(true);
        FaultyDataSource watched = new FaultyDataSource(db.dataSource());
        OrderTimeoutEngine engine = shop.engine(watched, Shop.settings(RULE))
                .time(() -> Duration.between(Shop.START, shop.now).toNanos())
                .releaser(north)
                .build();
        for (int round = 0; round < 30; round++) {
            watched.clear();
            engine.compensate();
            assertThat(watched.count(DatabaseCall::isEnd)).as("round %s", round).isLessThan(FEW);
            assertThat(watched.count(DatabaseCall::isStatement))
                    .as("round %s", round)
                    .isLessThan(10 * FEW);
            shop.pass(Duration.ofSeconds(10));
        }
        assertThat(db.number("select count(*) from order_timeout_compensation where state = 'PENDING' and token = ''"))
                .isEqualTo(owed());
        db.execute("delete from order_timeout_compensation where row_no > (select m from" + " (select min(row_no) + "
                + (LEFT - 1) + " as m from order_timeout_compensation) t)");
        north.away(false);
        for (int round = 0; round < 70 && shop.compensationRows() > 0; round++) {
            engine.compensate();
            shop.pass(Duration.ofSeconds(10));
        }
        assertThat(north.given()).hasSize(LEFT).doesNotHaveDuplicates();
        assertThat(shop.compensationRows()).isZero();
        assertThat(db.number("select count(*) from order_timeout_release where done_at is not null"))
                .isEqualTo(LEFT);
    }

    /** As closes that ended right after their commit have left it. */
    private void owe() {
        shop.orders(1, 1, Duration.ofHours(1), Optional.empty());
        String numbers =
                switch (db.server()) {
                    case MARIADB -> "(select seq as n from seq_1_to_" + owed() + ") t";
                    case POSTGRESQL -> "generate_series(1, " + owed() + ") n";
                    default -> "(select x as n from system_range(1, " + owed() + ")) t";
                };
        String at = Shop.at(Shop.START);
        db.execute(
                "insert into order_timeout_release (source, order_id, close_no, type, rule, reason, actor, old_status, token,"
                        + " closed_at) select 'shop_order', trim(cast(n as char(9))), 1, 'north', 'unpaid', 'timeout', 'engine', '0',"
                        + " 't', " + at + " from " + numbers,
                "insert into order_timeout_compensation (rule, source, order_id, kind, type, close_no, state, attempts, reason,"
                        + " next_attempt_at, created_at, updated_at) select 'unpaid', 'shop_order', trim(cast(n as char(9))),"
                        + " 'RELEASE', 'north', 1, 'PENDING', 0, 'owed', " + at + ", " + at + ", " + at + " from "
                        + numbers);
    }
}

package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Aborts the connection at every call of a close, one at a time, and runs again: the end is always the same. */
@EachDatabase(in = Isolation.READ_COMMITTED)
class EveryStatementTest {
    private static final String SETTINGS = RULE + INVENTORY
            + "close: {threads: 1}\non-close: {updated_at: ':now'}\nalso-execute: ['insert into history values (:id, :reason)']";

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("aborting before and after every statement and commit, then running again, loses and doubles nothing")
    void everyStatement() {
        Shop shop = new Shop(db);
        db.execute("create table history (order_id bigint, reason varchar(40))");
        FaultyDataSource breaking = new FaultyDataSource(db.dataSource());
        OrderTimeoutEngine engine =
                shop.engine(breaking, Shop.settings(SETTINGS)).build();
        fill(shop);
        // That the rule has matched an order is written down once.
        engine.runOnce();
        fill(shop);
        shop.events.clear();
        breaking.clear();
        engine.runOnce();
        int calls = breaking.calls().size();
        assertThat(breaking.calls()).as("the calls of one pass").anyMatch(DatabaseCall::isCommit);
        assertSound(shop, "an undisturbed pass");

        for (int call = 1; call <= calls; call++) {
            for (boolean after : new boolean[] {false, true}) {
                fill(shop);
                shop.events.clear();
                Predicate<DatabaseCall> it = DatabaseCall.numbered(call);
                breaking.clear();
                breaking.inject((after ? Fault.after(it) : Fault.before(it)).losingConnection());
                runAndLoseTheConnection(engine);
                String what = (after ? "after " : "before ") + breaking.calls().get(call - 1);
                breaking.heal();
                runUntilSound(engine);
                assertSound(shop, what);
            }
        }
    }

    /** Whether the pass reports the loss or throws it depends on where it met it; the rows decide. */
    private static void runAndLoseTheConnection(OrderTimeoutEngine engine) {
        try {
            assertThat(engine.runOnce().rules()).containsKey("unpaid");
        } catch (RuntimeException e) {
            assertThat(e).hasMessageNotContaining("password");
        }
    }

    /**
     * A pool may hand out the dead connection once more, and a server may hold the locks of a session whose client is gone for a
     * moment longer: both cost passes and nothing else.
     */
    private static void runUntilSound(OrderTimeoutEngine engine) {
        await().atMost(Duration.ofSeconds(20)).pollDelay(Duration.ZERO).until(() -> {
            try {
                PassReport report = engine.runOnce();
                return report.sound() && report.rules().values().stream().allMatch(rule -> rule.busy() == 0);
            } catch (RuntimeException e) {
                return false;
            }
        });
    }

    private void fill(Shop shop) {
        db.execute(
                "delete from shop_order",
                "delete from shop_item",
                "delete from shop_stock",
                "delete from history",
                "delete from order_timeout_release",
                "delete from order_timeout_compensation");
        shop.stock("A", 6, 0).orders(1, 6, Duration.ofHours(1), Optional.of("A"));
        shop.change(6, "status = 1");
    }

    private void assertSound(Shop shop, String what) {
        assertThat(shop.statuses()).as(what).containsExactly("4", "4", "4", "4", "4", "1");
        assertThat(shop.stock("A")).as(what).containsExactly(1L, 5L);
        assertThat(shop.ledgerRows()).as(what).isEqualTo(5);
        assertThat(db.number("select count(*) from history")).as(what).isEqualTo(5);
        assertThat(shop.compensationRows()).as(what).isZero();
        assertThat(shop.events(EngineEvent.OrderClosed.class)).as(what).hasSizeLessThanOrEqualTo(5);
    }
}

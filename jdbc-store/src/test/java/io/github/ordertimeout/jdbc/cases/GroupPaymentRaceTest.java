package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.payment.Confirmation.Result;
import java.math.BigDecimal;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** One payment of a group, told of for two of its orders at once, of which one is open and one is closed. */
@EachDatabase
class GroupPaymentRaceTest {
    private static final int MOST_TRIES = 20;

    @Parameter
    TestDatabase db;

    private final RefundDesk desk = new RefundDesk();
    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        db.execute("alter table shop_order add parent_id bigint default 7 not null");
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    @Test
    @DisplayName("B8 while a payment pays the group's first order, a callback for a closed one of it owes nothing back")
    void paysFirst() throws Exception {
        shop.order(1, Duration.ZERO).order(2, Duration.ofHours(1));
        race(1, Result.PAID, 2, Result.MANUAL);
    }

    @Test
    @DisplayName("B8 while a payment pays another order of the group, a callback for the closed first one owes nothing")
    void paysOther() throws Exception {
        shop.order(1, Duration.ofHours(1)).order(2, Duration.ZERO);
        race(2, Result.PAID, 1, Result.MANUAL);
    }

    @Test
    @DisplayName("B8 while a payment pays one order of the group, a callback for a third, closed one owes nothing")
    void paysThird() throws Exception {
        shop.order(1, Duration.ofHours(1)).order(2, Duration.ZERO).order(3, Duration.ofHours(1));
        race(2, Result.PAID, 3, Result.MANUAL);
    }

    @Test
    @DisplayName(
            "B8 while a payment is owed back for the group's first order, a callback for an open one does not pay it")
    void owesFirst() throws Exception {
        shop.order(1, Duration.ofHours(1)).order(2, Duration.ZERO);
        race(1, Result.REFUND_OWED, 2, Result.REFUND_OWED);
    }

    @Test
    @DisplayName(
            "B8 while a payment is owed back for a later order of the group, a callback for an open one does not pay it")
    void owesThird() throws Exception {
        shop.order(1, Duration.ofHours(1)).order(2, Duration.ZERO).order(3, Duration.ofHours(1));
        race(3, Result.REFUND_OWED, 2, Result.REFUND_OWED);
    }

    /** The first callback has decided and not yet committed when the second comes in. */
    private void race(long one, Result ofOne, long other, Result ofOther) throws Exception {
        OrderTimeoutEngine engine = shop.engine(RULE, "payment-group-column: parent_id")
                .refundIssuer(desk)
                .build();
        shop.run(engine);
        Future<Result> second;
        try (Connection connection = db.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(engine.guard()
                            .in(JdbcOrderStore.transactionOn(connection))
                            .confirm(Long.toString(one), "tx", BigDecimal.TEN)
                            .result())
                    .isEqualTo(ofOne);
            second = threads.submit(() -> confirm(engine, other));
            TimeUnit.MILLISECONDS.sleep(200);
            connection.commit();
        }
        assertThat(second.get()).isEqualTo(ofOther);
        shop.run(engine);
        List<String> paid = db.column("select id from shop_order where status = 1");
        assertThat(desk.refunded()).hasSize(paid.isEmpty() ? 1 : 0);
    }

    /** A provider whose call fails calls again. */
    private static Result confirm(OrderTimeoutEngine engine, long order) {
        RuntimeException last = null;
        for (int i = 0; i < MOST_TRIES; i++) {
            try {
                return engine.guard()
                        .confirm(Long.toString(order), "tx", BigDecimal.TEN)
                        .result();
            } catch (RuntimeException e) {
                last = e;
            }
        }
        throw new AssertionError("The callback for order " + order + " failed " + MOST_TRIES + " times", last);
    }
}

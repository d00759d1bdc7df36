package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.payment.Confirmation.Result;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** One payment of several closed orders, told of for each of them at the same moment. */
@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class GroupRefundRaceTest {
    private static final int GROUPS = 20;
    private static final int ORDERS_OF_A_GROUP = 3;
    private static final int MOST_TRIES = 20;

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("B8 callbacks for all orders of a group at once lead to one refund, under the group's first order")
    void race() throws Exception {
        Shop shop = new Shop(db);
        RefundDesk desk = new RefundDesk();
        db.execute("alter table shop_order add parent_id bigint default 0 not null");
        for (long id = 0; id < GROUPS * ORDERS_OF_A_GROUP; id++) {
            shop.order(100 + id, Duration.ofHours(1));
        }
        db.execute("update shop_order set parent_id = floor((id - 100) / 3) + 1");
        OrderTimeoutEngine engine = shop.engine(RULE, "payment-group-column: parent_id")
                .refundIssuer(desk)
                .build();
        shop.run(engine);
        ExecutorService threads = Executors.newFixedThreadPool(ORDERS_OF_A_GROUP);
        try {
            for (long group = 0; group < GROUPS; group++) {
                List<Callable<Result>> callbacks = new ArrayList<>();
                for (long order = 0; order < ORDERS_OF_A_GROUP; order++) {
                    long id = 100 + group * ORDERS_OF_A_GROUP + order;
                    String reference = "tx" + group;
                    callbacks.add(() -> confirm(engine.guard(), id, reference));
                }
                for (Future<Result> answer : threads.invokeAll(callbacks)) {
                    assertThat(answer.get()).isIn(Result.REFUND_OWED, Result.REPEATED);
                }
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(db.number("select count(*) from order_timeout_compensation")).isEqualTo(GROUPS);
        shop.run(engine);
        shop.run(engine);
        assertThat(desk.refunded())
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, GROUPS)
                        .mapToObj(group -> 100 + group * ORDERS_OF_A_GROUP + " tx" + group)
                        .toList());
        assertThat(desk.repeated()).isZero();
        assertThat(db.number("select count(*) from order_timeout_payment where standing <> 'REFUNDED'"))
                .isZero();
    }

    /** A provider whose call fails calls again. */
    private static Result confirm(PaymentGuard guard, long order, String reference) {
        RuntimeException last = null;
        for (int i = 0; i < MOST_TRIES; i++) {
            try {
                return guard.confirm(Long.toString(order), reference, BigDecimal.TEN)
                        .result();
            } catch (RuntimeException e) {
                last = e;
            }
        }
        throw new AssertionError("The callback for order " + order + " failed " + MOST_TRIES + " times", last);
    }
}

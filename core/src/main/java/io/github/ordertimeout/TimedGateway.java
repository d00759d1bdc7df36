package io.github.ordertimeout;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.event.PaymentQuery;
import io.github.ordertimeout.log.LogContext;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A gateway whose queries are timed, and whose log lines say which order they are about. */
record TimedGateway(PaymentGateway gateway, PaymentQueries queries, TimeSource time) implements PaymentGateway {
    @Override
    public PaymentAnswer query(OrderSnapshot order) {
        return about(order, () -> timed(1, () -> gateway.query(order)));
    }

    @Override
    public int batchSize() {
        return gateway.batchSize();
    }

    @Override
    public Map<String, PaymentAnswer> queryAll(List<OrderSnapshot> orders) {
        return timed(orders.size(), () -> gateway.queryAll(orders));
    }

    @Override
    public boolean canCancel() {
        return gateway.canCancel();
    }

    @Override
    public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
        return about(order, () -> gateway.cancel(order, attempt));
    }

    @SuppressWarnings("try")
    private static <T> T about(OrderSnapshot order, Supplier<T> call) {
        try (LogContext context = LogContext.ofOrder(order.key())) {
            return call.get();
        }
    }

    private <T> T timed(int orders, Supplier<T> query) {
        long start = time.nanoTime();
        boolean answered = false;
        try {
            T answer = query.get();
            answered = true;
            return answer;
        } finally {
            queries.add(new PaymentQuery(orders, Duration.ofNanos(time.nanoTime() - start), answered));
        }
    }
}

package io.github.ordertimeout.simulation;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.close.OrderCloser;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Looks at what a closer answers: an order's fault may be told only where some order of the batch has one. */
record WatchedCloser(OrderCloser closer, Predicate<String> mayFail, Consumer<CloseBatch> rechecked)
        implements OrderCloser {

    @Override
    public CloseResult close(CloseBatch batch) {
        try {
            return closer.close(batch);
        } catch (CloseFailedException e) {
            boolean mayFail =
                    batch.orders().stream().anyMatch(order -> mayFail().test(order.id()));
            if (e.kind() == FailureKind.ORDER && !mayFail) {
                throw new Violation(5, "a close failed by no order's fault: " + e.getMessage());
            }
            throw e;
        }
    }

    @Override
    public List<ClosedOrder> closedBy(CloseBatch batch) {
        return closer.closedBy(batch);
    }

    @Override
    public Map<String, NotClosed> notClosable(CloseBatch batch) {
        rechecked.accept(batch);
        return closer.notClosable(batch);
    }
}

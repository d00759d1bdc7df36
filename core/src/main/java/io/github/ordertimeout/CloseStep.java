package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentCheck;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Closes checked orders: asks the payment side, a round of calls at a time, and closes what is not paid before the answers grow
 * old. A slow provider so leads to small closes, a fast one to whole pages.
 */
final class CloseStep {
    private final RuleParts parts;

    CloseStep(RuleParts parts) {
        this.parts = parts;
    }

    /**
     * Closes these orders.
     *
     * @param held told of each order that the payment side holds back
     * @param closed told what became of each batch of the others
     */
    void close(
            List<OrderSnapshot> orders,
            CloseCause cause,
            Instant now,
            BiConsumer<OrderSnapshot, PaymentState> held,
            BiConsumer<List<OrderSnapshot>, BatchOutcome> closed) {
        if (parts.payments().isEmpty()) {
            closed.accept(orders, parts.close(orders, now, cause, () -> true));
            return;
        }
        PaymentCheck payments = parts.payments().get();
        List<OrderSnapshot> unpaid = new ArrayList<>();
        long firstAsked = payments.clock();
        int next = 0;
        while (next < orders.size()) {
            if (unpaid.isEmpty()) {
                firstAsked = payments.clock();
            }
            int end = Math.min(orders.size(), next + payments.roundSize());
            List<OrderSnapshot> round = orders.subList(next, end);
            next = end;
            Map<String, PaymentState> answers = payments.ask(round);
            for (OrderSnapshot order : round) {
                PaymentState answer = answers.getOrDefault(order.id(), PaymentState.UNKNOWN);
                if (answer == PaymentState.NOT_PAID) {
                    unpaid.add(order);
                } else {
                    held.accept(order, answer);
                }
            }
            if (!unpaid.isEmpty() && (next == orders.size() || payments.isAging(firstAsked))) {
                long asked = firstAsked;
                List<OrderSnapshot> batch = List.copyOf(unpaid);
                unpaid.clear();
                closed.accept(batch, parts.close(batch, now, cause, () -> payments.isValid(asked)));
            }
        }
    }
}

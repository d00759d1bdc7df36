package io.github.ordertimeout;

import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.LeftOut;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Tells of what a batch closed, and of what its releases left out. */
final class ClosedEvents {
    private ClosedEvents() {}

    static void tell(BatchOutcome outcome, CloseCause cause, RuleParts parts, PassTally tally) {
        Map<OrderKey, List<LeftOut>> leftOut =
                outcome.leftOut().stream().collect(Collectors.groupingBy(LeftOut::order));
        for (ClosedOrder closed : outcome.closed()) {
            OrderSnapshot order = closed.order();
            parts.listener().onEvent(new EngineEvent.OrderClosed(closed, cause));
            List<LeftOut> left = leftOut.getOrDefault(order.key(), List.of());
            if (!left.isEmpty()) {
                tally.leftOut(order, left);
            }
            left.forEach(one -> parts.listener()
                    .onEvent(new EngineEvent.ReleasedInPart(parts.name(), order, one.type(), one.what())));
        }
    }
}

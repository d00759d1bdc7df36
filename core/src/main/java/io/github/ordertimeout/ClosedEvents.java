package io.github.ordertimeout;

import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.LeftOut;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tells of what a batch closed, and of what its releases left out. */
final class ClosedEvents {
    private ClosedEvents() {}

    /** Where the moment of the commit was not measured. */
    static void tell(BatchOutcome outcome, CloseCause cause, RuleParts parts, PassTally tally) {
        tell(outcome, closed -> new EngineEvent.OrderClosed(closed, cause), parts, tally);
    }

    static void tell(BatchOutcome outcome, CloseCause cause, Instant committedAt, RuleParts parts, PassTally tally) {
        tell(outcome, closed -> new EngineEvent.OrderClosed(closed, cause, committedAt), parts, tally);
    }

    private static void tell(
            BatchOutcome outcome, Function<ClosedOrder, EngineEvent> event, RuleParts parts, PassTally tally) {
        Map<OrderKey, List<LeftOut>> leftOut =
                outcome.leftOut().stream().collect(Collectors.groupingBy(LeftOut::order));
        for (ClosedOrder closed : outcome.closed()) {
            OrderSnapshot order = closed.order();
            parts.listener().onEvent(event.apply(closed));
            List<LeftOut> left = leftOut.getOrDefault(order.key(), List.of());
            if (!left.isEmpty()) {
                tally.leftOut(order, left);
            }
            left.forEach(one -> parts.listener()
                    .onEvent(new EngineEvent.ReleasedInPart(parts.name(), order, one.type(), one.what())));
        }
    }
}

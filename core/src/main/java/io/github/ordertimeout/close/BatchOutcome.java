package io.github.ordertimeout.close;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What became of a batch after retries and isolation. Every order is in exactly one of the four places.
 *
 * @param closed closed and committed
 * @param notClosed left as they are, though nothing failed
 * @param poison orders that fail when tried alone, by id, with the reason
 * @param dropped orders given up for now by {@code fault}, no order's own
 * @param fault what ended the batch early
 * @param leftOut what releases of the closed ones could not give back, though nothing failed
 */
public record BatchOutcome(
        List<ClosedOrder> closed,
        Map<String, NotClosed> notClosed,
        Map<String, String> poison,
        List<String> dropped,
        Optional<CloseFailedException> fault,
        List<LeftOut> leftOut) {
    /** Copies all. */
    public BatchOutcome {
        closed = List.copyOf(closed);
        notClosed = Collections.unmodifiableMap(new LinkedHashMap<>(notClosed));
        poison = Collections.unmodifiableMap(new LinkedHashMap<>(poison));
        dropped = List.copyOf(dropped);
        leftOut = List.copyOf(leftOut);
    }

    /** An outcome of which nothing was left out. */
    public BatchOutcome(
            List<ClosedOrder> closed,
            Map<String, NotClosed> notClosed,
            Map<String, String> poison,
            List<String> dropped,
            Optional<CloseFailedException> fault) {
        this(closed, notClosed, poison, dropped, fault, List.of());
    }

    /** Whether nothing can be closed at the moment, so that the pass should end. */
    public boolean systemIsDown() {
        return fault.filter(f -> f.kind() != FailureKind.ORDER).isPresent();
    }
}

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
 */
public record BatchOutcome(
        List<ClosedOrder> closed,
        Map<String, NotClosed> notClosed,
        Map<String, String> poison,
        List<String> dropped,
        Optional<CloseFailedException> fault) {
    /** Copies all. */
    public BatchOutcome {
        closed = List.copyOf(closed);
        notClosed = Collections.unmodifiableMap(new LinkedHashMap<>(notClosed));
        poison = Collections.unmodifiableMap(new LinkedHashMap<>(poison));
        dropped = List.copyOf(dropped);
    }

    /** Whether nothing can be closed at the moment, so that the pass should end. */
    public boolean systemIsDown() {
        return fault.filter(f -> f.kind() != FailureKind.ORDER).isPresent();
    }
}

package io.github.ordertimeout.close;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one committed closing transaction did. Every order of the batch is in exactly one of the two.
 *
 * @param closed what the locking read returned and the transaction closed
 * @param notClosed the others, by id
 */
public record CloseResult(List<ClosedOrder> closed, Map<String, NotClosed> notClosed) {
    /** Copies both. */
    public CloseResult {
        closed = List.copyOf(closed);
        notClosed = Collections.unmodifiableMap(new LinkedHashMap<>(notClosed));
    }
}

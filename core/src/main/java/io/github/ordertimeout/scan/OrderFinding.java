package io.github.ordertimeout.scan;

import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;

/**
 * One order looked at by name, whatever its state.
 *
 * @param order what was read
 * @param open whether its status is one of the rule's open ones
 * @param closed whether its status is the rule's closed one; where a close sets no status, whether it is open and bears what a
 *     close sets and {@code where} then excludes
 * @param paid whether its status is one of the rule's paid ones
 * @param unmet each condition of the rule (status, where, deadline kind) that it does not meet, as a sentence
 * @param tooOld whether it was made longer ago than the rule's {@code max-age}
 */
public record OrderFinding(
        OrderSnapshot order, boolean open, boolean closed, boolean paid, List<String> unmet, boolean tooOld) {
    /** Copies the list. */
    public OrderFinding {
        unmet = List.copyOf(unmet);
    }
}

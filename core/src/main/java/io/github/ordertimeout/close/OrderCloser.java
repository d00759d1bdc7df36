package io.github.ordertimeout.close;

import java.util.List;
import java.util.Map;

/**
 * Closes orders of one rule. The claim is the close: there is no state in between that could get stuck.
 *
 * <p>One call is one transaction: (1) a locking read by id that repeats every condition of the rule and skips locked rows; (2)
 * the update, which repeats status and due time and must count what (1) returned; (3) close numbers, drawn under the lock, and
 * one ledger row per type; (4) {@code also-execute}; (5) the batch's work; (6) commit. Only what (1) returned is closed.
 *
 * <p>Thread-safe.
 */
public interface OrderCloser {
    /**
     * Closes what may be closed.
     *
     * @throws CloseFailedException if the transaction was rolled back or its outcome is unknown
     */
    CloseResult close(CloseBatch batch);

    /**
     * Reads from the ledger what the transaction with this token closed: empty where it did not take effect.
     *
     * @throws CloseFailedException if the ledger cannot be read
     */
    List<ClosedOrder> closedBy(CloseBatch batch);

    /**
     * Reads, without a lock and from the primary, which orders of the batch do not meet every condition any more, and why. Asked
     * before the payment side is: an order that stays open must keep its payment.
     */
    default Map<String, NotClosed> notClosable(CloseBatch batch) {
        return Map.of();
    }
}

package io.github.ordertimeout.close;

import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What one closing transaction is asked to close.
 *
 * @param token unique per transaction; written into the ledger so that an unknown commit can be resolved
 * @param orders the checked orders; at least one
 * @param now the database's time at the start of the pass; the due time is compared with this
 * @param cause why
 * @param releaseTypes one ledger row per close and type; {@code none} where nothing is released
 * @param owedTypes which of them are only owed: their rows are not done yet
 * @param work runs inside the transaction with exactly what was closed
 */
public record CloseBatch(
        String token,
        List<OrderSnapshot> orders,
        Instant now,
        CloseCause cause,
        List<String> releaseTypes,
        Set<String> owedTypes,
        InClosingTransaction work) {
    /** Copies the lists. */
    public CloseBatch {
        orders = List.copyOf(orders);
        releaseTypes = List.copyOf(releaseTypes);
        owedTypes = Set.copyOf(owedTypes);
    }

    /** A request whose releases are all done in the transaction. */
    public CloseBatch(
            String token,
            List<OrderSnapshot> orders,
            Instant now,
            CloseCause cause,
            List<String> releaseTypes,
            InClosingTransaction work) {
        this(token, orders, now, cause, releaseTypes, Set.of(), work);
    }

    /** The same request for these orders only, as a transaction of its own. */
    public CloseBatch withOrders(List<OrderSnapshot> fewer) {
        return new CloseBatch(UUID.randomUUID().toString(), fewer, now, cause, releaseTypes, owedTypes, work);
    }
}

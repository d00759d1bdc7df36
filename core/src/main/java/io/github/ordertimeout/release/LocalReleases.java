package io.github.ordertimeout.release;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.close.LockedOrders;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Runs a rule's releasers in the closing transaction, in their order; the one that locks stock should stand last. */
public final class LocalReleases implements LockedOrders {
    private final String rule;
    private final List<InventoryReleaser> releasers;
    private final Transactions transactions;

    /** Takes the releasers of one rule. */
    public LocalReleases(String rule, List<InventoryReleaser> releasers, Transactions transactions) {
        this.rule = rule;
        this.releasers = List.copyOf(releasers);
        this.transactions = transactions;
    }

    /** The ledger's row types: {@code none} where there is no releaser, so that every close leaves a row. */
    public List<String> types() {
        return releasers.isEmpty()
                ? List.of("none")
                : releasers.stream().map(InventoryReleaser::releaseType).toList();
    }

    /** What the closing transaction runs; {@code now} is the moment of the close. */
    public InClosingTransaction at(Instant now) {
        return (closed, transaction) -> run(closed, context(now, transaction));
    }

    private void run(List<ClosedOrder> closed, ReleaseContext context) {
        releasers.forEach(releaser -> releaser.releaseAll(closed, context));
    }

    @Override
    public Set<String> among(List<OrderSnapshot> orders) {
        return transactions.inTransaction(transaction -> {
            Set<String> waiting = new HashSet<>();
            releasers.forEach(
                    releaser -> waiting.addAll(releaser.waitingForLocks(orders, context(Instant.EPOCH, transaction))));
            return waiting;
        });
    }

    private ReleaseContext context(Instant now, TransactionContext transaction) {
        return new ReleaseContext(rule, now, transaction);
    }
}

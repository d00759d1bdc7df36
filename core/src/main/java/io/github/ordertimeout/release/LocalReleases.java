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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a rule's releasers in the closing transaction, in their order; the one that locks stock should stand last. */
public final class LocalReleases implements LockedOrders {
    private final String rule;
    private final List<InventoryReleaser> releasers;
    private final List<InventoryReleaser> remote;
    private final Transactions transactions;

    /** Takes the releasers of one rule; the remote ones are only known here, not run. */
    public LocalReleases(String rule, List<InventoryReleaser> releasers, Transactions transactions) {
        this.rule = rule;
        this.releasers = releasers.stream()
                .filter(releaser -> releaser.mode() == ReleaseMode.LOCAL)
                .toList();
        this.remote = releasers.stream()
                .filter(releaser -> releaser.mode() == ReleaseMode.REMOTE)
                .toList();
        this.transactions = transactions;
    }

    /** Those whose work is only owed by the close. */
    public List<InventoryReleaser> remote() {
        return remote;
    }

    /** The types of {@link #remote}. */
    public Set<String> owedTypes() {
        return remote.stream().map(InventoryReleaser::releaseType).collect(Collectors.toSet());
    }

    /** The ledger's row types: {@code none} where there is no releaser, so that every close leaves a row. */
    public List<String> types() {
        List<String> types = Stream.concat(releasers.stream(), remote.stream())
                .map(InventoryReleaser::releaseType)
                .toList();
        return types.isEmpty() ? List.of("none") : types;
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

package io.github.ordertimeout.release;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.LeftOut;
import io.github.ordertimeout.close.LockedOrders;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * Gives back what these orders held, in their closing transaction.
     *
     * @param now the moment of the close
     * @return what the releasers left out; an exception rolls the close back
     */
    public List<LeftOut> run(List<ClosedOrder> closed, Instant now, TransactionContext transaction) {
        List<LeftOut> all = new ArrayList<>();
        for (InventoryReleaser releaser : releasers) {
            Map<OrderKey, LeftOut> left = new LinkedHashMap<>();
            releaser.releaseAll(
                    closed,
                    new ReleaseContext(
                            rule,
                            now,
                            transaction,
                            (order, what) -> left.put(
                                    order.order().key(),
                                    new LeftOut(
                                            order.order().key(), order.closeNumber(), releaser.releaseType(), what))));
            all.addAll(left.values());
        }
        return all;
    }

    @Override
    public Set<String> among(List<OrderSnapshot> orders) {
        return transactions.inTransaction(transaction -> {
            Set<String> waiting = new HashSet<>();
            releasers.forEach(releaser -> waiting.addAll(
                    releaser.waitingForLocks(orders, new ReleaseContext(rule, Instant.EPOCH, transaction))));
            return waiting;
        });
    }
}

package io.github.ordertimeout;

import io.github.ordertimeout.check.CheckContext;
import io.github.ordertimeout.check.Checks;
import io.github.ordertimeout.check.PaymentCheck;
import io.github.ordertimeout.close.BatchCloser;
import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.close.LeftOut;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.close.OrderCloser;
import io.github.ordertimeout.close.PaymentAnswers;
import io.github.ordertimeout.config.CloseSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.payment.PayableOrders;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.LocalReleases;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.settle.Backoff;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.time.Pace;
import io.github.ordertimeout.time.TimeSource;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What every step of one rule works with. */
record RuleParts(
        Rule rule,
        String source,
        OrderStore store,
        OrderScanner scanner,
        Checks checks,
        PayableOrders payable,
        Optional<PaymentCheck> payments,
        PaymentQueries queries,
        LatePaymentPolicy latePayments,
        OrderCloser orderCloser,
        BatchCloser closer,
        LocalReleases releases,
        RemoteReleases remoteReleases,
        Pace pace,
        Backoff backoff,
        EngineListener listener,
        TimeSource time) {

    String name() {
        return rule.name();
    }

    boolean isDryRun() {
        return rule.close().mode() == CloseSettings.Mode.DRY_RUN;
    }

    CheckContext context(Instant now) {
        return new CheckContext(rule.name(), now);
    }

    /**
     * Closes and releases, in as few transactions as the orders allow.
     *
     * @param answers what the payment side said of them
     * @param watched ids of orders that may still be paid after the close, read in each transaction: what is owed for them is
     *     written with the close
     */
    BatchOutcome close(
            List<OrderSnapshot> orders, Instant now, CloseCause cause, PaymentAnswers answers, Set<String> watched) {
        List<InventoryReleaser> remote = releases.remote();
        Optional<RemoteReleases.Claim> claim = remote.isEmpty()
                ? Optional.empty()
                : Optional.of(remoteReleases.claim(UUID.randomUUID().toString()));
        Map<OrderKey, List<LeftOut>> leftOut = new HashMap<>();
        InClosingTransaction work = (closed, transaction) -> {
            List<LeftOut> left = releases.run(closed, now, transaction);
            if (!left.isEmpty()) {
                store.releases().note(left, transaction);
            }
            // The last attempt counts: those before it were rolled back.
            if (!leftOut.isEmpty()) {
                closed.forEach(order -> leftOut.remove(order.order().key()));
            }
            left.forEach(one -> leftOut.computeIfAbsent(one.order(), key -> new ArrayList<>())
                    .add(one));
            watch(closed, watched, now, transaction);
            claim.ifPresent(owed -> remoteReleases.owe(closed, remote, owed, transaction));
        };
        BatchOutcome outcome = withLeftOut(closer.close(batch(orders, now, cause, work), answers), leftOut);
        claim.ifPresent(owed -> remoteReleases.begin(outcome.closed(), remote, owed));
        return outcome;
    }

    private static BatchOutcome withLeftOut(BatchOutcome outcome, Map<OrderKey, List<LeftOut>> leftOut) {
        return leftOut.isEmpty()
                ? outcome
                : new BatchOutcome(
                        outcome.closed(),
                        outcome.notClosed(),
                        outcome.poison(),
                        outcome.dropped(),
                        outcome.fault(),
                        outcome.closed().stream()
                                .flatMap(order ->
                                        leftOut.getOrDefault(order.order().key(), List.of()).stream())
                                .toList());
    }

    private void watch(List<ClosedOrder> closed, Set<String> watched, Instant now, TransactionContext transaction) {
        if (watched.isEmpty()) {
            return;
        }
        List<Compensation> owed = closed.stream()
                .filter(order -> watched.contains(order.order().id()))
                .map(order -> new Compensation(
                        name(),
                        order.order().key(),
                        CompensationKind.RECHECK,
                        "",
                        order.closeNumber(),
                        "closed while a payment could still come in: the provider is asked once more"))
                .toList();
        if (!owed.isEmpty()) {
            store.compensations()
                    .addIn(transaction, owed, now.plus(rule.payment().recheck()), "");
        }
    }

    /** Which of these do not meet every condition any more, as the primary says now. */
    Map<String, NotClosed> notClosable(List<OrderSnapshot> orders, Instant now, CloseCause cause) {
        return orders.isEmpty()
                ? Map.of()
                : orderCloser.notClosable(batch(orders, now, cause, InClosingTransaction.NOTHING));
    }

    private CloseBatch batch(List<OrderSnapshot> orders, Instant now, CloseCause cause, InClosingTransaction work) {
        return new CloseBatch(
                UUID.randomUUID().toString(), orders, now, cause, releases.types(), releases.owedTypes(), work);
    }
}

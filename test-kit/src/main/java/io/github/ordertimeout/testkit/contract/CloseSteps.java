package io.github.ordertimeout.testkit.contract;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.store.RuleStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** What the tests of a close are made of. */
abstract class CloseSteps extends StoreSteps {
    String status(long id) {
        return shop.status("orders", String.valueOf(id)).orElse("gone");
    }

    long ledgerRows(long id) {
        return shop.ledgerRows("orders", String.valueOf(id));
    }

    /** What is read of an order, whatever its state. */
    OrderSnapshot snapshot(RuleStore rule, String id) {
        return rule.scanner().find(id, NOW).stream()
                .filter(finding -> finding.order().id().equals(id))
                .findFirst()
                .orElseThrow()
                .order();
    }

    CloseBatch batch(RuleStore rule, long... ids) {
        List<OrderSnapshot> orders = new ArrayList<>();
        for (long id : ids) {
            orders.add(snapshot(rule, String.valueOf(id)));
        }
        return batch(orders, CloseCause.timeout("unpaid"), NOW, InClosingTransaction.NOTHING);
    }

    static CloseBatch batch(List<OrderSnapshot> orders, CloseCause cause, Instant now, InClosingTransaction work) {
        return new CloseBatch(UUID.randomUUID().toString(), orders, now, cause, List.of("none"), work);
    }

    CloseResult close(RuleStore rule, long... ids) {
        return rule.closer().close(batch(rule, ids));
    }

    static List<String> closedIds(CloseResult result) {
        return result.closed().stream().map(CloseSteps::id).toList();
    }

    static String id(ClosedOrder order) {
        return order.order().id();
    }

    /** On another thread, as another node would. */
    static <T> CompletableFuture<T> elsewhere(Supplier<T> work) {
        var executor = Executors.newSingleThreadExecutor();
        CompletableFuture<T> result = CompletableFuture.supplyAsync(work, executor);
        executor.shutdown();
        return result;
    }
}

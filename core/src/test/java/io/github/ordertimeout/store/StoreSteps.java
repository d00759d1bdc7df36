package io.github.ordertimeout.store;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.TermRule;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Cursor;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.scan.ScanPage;
import io.github.ordertimeout.scan.ScanRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** What the contract's tests are made of. */
abstract class StoreSteps {
    static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration MICRO = Duration.ofNanos(1000);

    StoreShop shop;

    /** A shop of its own for each test. */
    protected abstract StoreShop openShop();

    @BeforeEach
    final void openShopAtNow() {
        shop = openShop();
        shop.setClock(NOW);
    }

    /** Fifteen minutes after creation. */
    static Rules quarterHour() {
        return Rules.created("15m");
    }

    static TermRule term(int kind, String term) {
        return new TermRule(Map.of("kind", new Condition.In(List.of(String.valueOf(kind)))), Rules.term(term));
    }

    void order(long id, Duration age) {
        order(id, age, Map.of());
    }

    void order(long id, Duration age, String column, @Nullable Object value) {
        Map<String, @Nullable Object> more = new HashMap<>();
        more.put(column, value);
        order(id, age, more);
    }

    void order(long id, Duration age, Map<String, @Nullable Object> more) {
        shop.insert("orders", row(id, age, more));
    }

    void textOrder(String id, Duration age) {
        shop.insert("text_orders", row(id, age, Map.of()));
    }

    private static Map<String, @Nullable Object> row(Object id, Duration age, Map<String, @Nullable Object> more) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("id", id);
        row.put("number", "N" + id);
        row.put("status", 0);
        row.put("created_at", NOW.minus(age));
        row.putAll(more);
        return row;
    }

    RuleStore open(Rules rules) {
        return shop.store().open(rules.build());
    }

    String status(long id) {
        return shop.status("orders", String.valueOf(id)).orElse("gone");
    }

    long ledgerRows(long id) {
        return shop.ledgerRows("orders", String.valueOf(id));
    }

    List<String> overdue(RuleStore rule) {
        return overdue(rule, NOW, Optional.empty(), 100);
    }

    /** The ids of every page of every arm, in the order found. */
    List<String> overdue(RuleStore rule, Instant now, Optional<Instant> since, int limit) {
        return scan(rule, now, since, limit).stream().map(OrderSnapshot::id).toList();
    }

    List<OrderSnapshot> scan(RuleStore rule, Instant now, Optional<Instant> since, int limit) {
        OrderScanner scanner = rule.scanner();
        List<OrderSnapshot> found = new ArrayList<>();
        for (Arm arm : scanner.arms()) {
            Optional<Cursor> after = Optional.empty();
            do {
                ScanPage page = scanner.nextPage(new ScanRequest(arm, now, since, after, limit));
                found.addAll(page.orders());
                after = page.next();
            } while (after.isPresent());
        }
        return found;
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
        return result.closed().stream().map(StoreSteps::id).toList();
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

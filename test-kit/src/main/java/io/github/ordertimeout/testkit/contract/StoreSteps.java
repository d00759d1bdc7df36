package io.github.ordertimeout.testkit.contract;

import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Cursor;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.scan.ScanPage;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.testkit.TestRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    static TestRule quarterHour() {
        return created("15m");
    }

    static TestRule created(String timeout) {
        return numbered(TestRule.created(timeout));
    }

    static TestRule due() {
        return numbered(TestRule.due());
    }

    /** By deadline, else a quarter of an hour after creation. */
    static TestRule dueOrCreated() {
        return numbered(TestRule.dueOrCreated("15m"));
    }

    private static TestRule numbered(TestRule rule) {
        return rule.with("open-status", "0").with("paid-status", "1").with("closed-status", "4");
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

    RuleStore open(TestRule rule) {
        return shop.store().open(rule.rule());
    }

    List<String> overdue(RuleStore rule) {
        return overdue(rule, NOW, Optional.empty(), 100);
    }

    /** The ids of every page of every arm, in the order found. */
    List<String> overdue(RuleStore rule, Instant now, Optional<Instant> since, int limit) {
        return scan(rule, now, since, limit).stream().map(OrderSnapshot::id).toList();
    }

    List<OrderSnapshot> scan(RuleStore rule, Instant now, Optional<Instant> since, int limit) {
        return scan(rule, now, since, limit, Shard.WHOLE);
    }

    List<OrderSnapshot> scan(RuleStore rule, Instant now, Optional<Instant> since, int limit, Shard shard) {
        OrderScanner scanner = rule.scanner();
        List<OrderSnapshot> found = new ArrayList<>();
        for (Arm arm : scanner.arms()) {
            Optional<Cursor> after = Optional.empty();
            do {
                ScanPage page = scanner.nextPage(new ScanRequest(arm, now, since, after, limit, shard));
                found.addAll(page.orders());
                after = page.next();
            } while (after.isPresent());
        }
        return found;
    }
}

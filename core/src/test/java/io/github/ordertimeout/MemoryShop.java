package io.github.ordertimeout;

import io.github.ordertimeout.config.CompensationSettings;
import io.github.ordertimeout.config.HealthSettings;
import io.github.ordertimeout.config.ReleaseSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.config.TableSettings;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.memory.MemoryOrderStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A shop in memory for tests of the engine: table {@code orders}, a clock that only the test moves. */
final class MemoryShop {
    static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    Instant now = START;
    final MemoryOrderStore store = MemoryOrderStore.create(() -> now);
    final List<EngineEvent> events = Collections.synchronizedList(new ArrayList<>());

    MemoryShop() {
        store.database().createTable("orders", "id", "number", "status", "created_at", "due_at", "kind", "pay_time");
    }

    void order(long id, Duration age) {
        order(id, age, Map.of());
    }

    void order(long id, Duration age, Map<String, @Nullable Object> more) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("id", id);
        row.put("number", "N" + id);
        row.put("status", 0);
        row.put("created_at", now.minus(age));
        row.putAll(more);
        store.database().insert("orders", row);
    }

    void set(long id, String column, @Nullable Object value) {
        store.database()
                .inTransaction(tx -> tx.update("orders", row -> row.key().equals(String.valueOf(id)), row -> {
                    Map<String, @Nullable Object> change = new LinkedHashMap<>();
                    change.put(column, value);
                    return change;
                }));
    }

    String status(long id) {
        return store.database().row("orders", String.valueOf(id)).orElseThrow().text("status");
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    EngineBuilder engine(Rule... rules) {
        Map<String, Rule> byName = new LinkedHashMap<>();
        Arrays.stream(rules).forEach(rule -> byName.put(rule.name(), rule));
        return OrderTimeoutEngine.builder()
                .settings(new Settings(
                        true,
                        byName,
                        ReleaseSettings.DEFAULT,
                        CompensationSettings.DEFAULT,
                        HealthSettings.DEFAULT,
                        TableSettings.DEFAULT,
                        List.of()))
                .store(store)
                .listener(events::add);
    }

    <T extends EngineEvent> List<T> events(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    static long accounted(RuleReport report) {
        return report.closed()
                + report.wouldClose()
                + report.skipped()
                + report.deferred()
                + report.lostRace()
                + report.busy()
                + report.failed();
    }
}

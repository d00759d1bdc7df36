package io.github.ordertimeout.simulation;

import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.simulation.Commit.RowChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Who changed which row when. Told of each commit while nobody else can have committed. */
final class History {
    static final List<String> TABLES = List.of(
            "orders",
            "stock",
            "coupons",
            "order_timeout_release",
            "order_timeout_payment",
            "order_timeout_compensation",
            "order_timeout_state");

    private final MemoryDatabase database;
    private final Supplier<Instant> clock;
    private final Map<String, Map<String, MemoryRow>> rows = new HashMap<>();
    private final Map<Long, Instant> begunAt = new HashMap<>();
    private final Map<Long, Instant> lockedAt = new HashMap<>();
    private final NavigableMap<Instant, Long> commits = new TreeMap<>();
    private final Map<String, List<Instant>> touched = new LinkedHashMap<>();
    private final List<Consumer<Commit>> checks = new ArrayList<>();
    private long seen;

    History(MemoryDatabase database, Supplier<Instant> clock) {
        this.database = database;
        this.clock = clock;
        TABLES.forEach(table -> rows.put(table, new LinkedHashMap<>()));
    }

    void check(Consumer<Commit> check) {
        checks.add(check);
    }

    /** Takes what is there now as the beginning. */
    void start() {
        changes();
        seen = database.lastCommit();
    }

    /** The transaction is about to begin. */
    void begins(long transaction) {
        begunAt.put(transaction, clock.get());
    }

    /** The transaction is about to lock or write orders. */
    void locks(long transaction) {
        lockedAt.putIfAbsent(transaction, clock.get());
    }

    /** The transaction's commit has just taken effect. */
    void committed(Actor by, long transaction) {
        long last = database.lastCommit();
        if (last == seen) {
            return;
        }
        seen = last;
        Instant now = clock.get();
        commits.put(now, last);
        Instant locked = lockedAt.getOrDefault(transaction, now);
        Commit commit = new Commit(by, now, begunAt.getOrDefault(transaction, now), locked, changes());
        if (by.node == null) {
            commit.of("orders")
                    .forEach(change -> touched.computeIfAbsent(change.key(), key -> new ArrayList<>())
                            .add(now));
        }
        checks.forEach(check -> check.accept(commit));
    }

    private List<RowChange> changes() {
        List<RowChange> changes = new ArrayList<>();
        for (String table : TABLES) {
            Map<String, MemoryRow> before = rows.get(table);
            List<MemoryRow> after = database.rows(table);
            for (MemoryRow row : after) {
                MemoryRow old = before.put(row.key(), row);
                if (!row.equals(old)) {
                    changes.add(new RowChange(table, row.key(), old, row));
                }
            }
            if (before.size() > after.size()) {
                Set<String> keys = new HashSet<>();
                after.forEach(row -> keys.add(row.key()));
                before.entrySet().removeIf(entry -> {
                    boolean gone = !keys.contains(entry.getKey());
                    if (gone) {
                        changes.add(new RowChange(table, entry.getKey(), entry.getValue(), null));
                    }
                    return gone;
                });
            }
        }
        return changes;
    }

    /** The committed row, null where there is none. */
    MemoryRow row(String table, String key) {
        return rows.get(table).get(key);
    }

    Iterable<MemoryRow> rows(String table) {
        return rows.get(table).values();
    }

    /** When the shop itself changed an order, its making included. */
    List<Instant> touched(String order) {
        return touched.getOrDefault(order, List.of());
    }

    /** Whether the order was made before that moment. */
    boolean isOlder(String order, Instant moment) {
        List<Instant> its = touched(order);
        return !its.isEmpty() && its.get(0).isBefore(moment);
    }

    /** The last commit that had taken effect at that moment. */
    long commitAt(Instant moment) {
        var entry = commits.floorEntry(moment);
        return entry == null ? 0 : entry.getValue();
    }
}

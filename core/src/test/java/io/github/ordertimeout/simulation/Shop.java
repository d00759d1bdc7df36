package io.github.ordertimeout.simulation;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.memory.MemoryDatabaseException;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.memory.MemoryTransaction;
import io.github.ordertimeout.simulation.Action.Line;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The shop whose orders they are: its tables, and its own well-written transactions. */
final class Shop {
    static final int STOCK = 1000;
    private static final int TRIES = 40;
    private static final int LOOKS = 40;
    private static final long MILLI = 1_000_000;

    private final Plan plan;
    private final MemoryDatabase database;
    private final Supplier<Instant> clock;
    private final Scheduler scheduler;
    private final Predicate<String> isPaidByGuard;
    private final Map<String, List<Line>> lines = new HashMap<>();
    private final Set<String> corrected = new HashSet<>();

    Shop(
            Plan plan,
            MemoryDatabase database,
            Supplier<Instant> clock,
            Scheduler scheduler,
            Predicate<String> isPaidByGuard) {
        this.plan = plan;
        this.database = database;
        this.clock = clock;
        this.scheduler = scheduler;
        this.isPaidByGuard = isPaidByGuard;
    }

    static void createTables(MemoryDatabase database) {
        database.createTable(
                "orders",
                "id",
                "number",
                "status",
                "created_at",
                "due_at",
                "kind",
                "deleted",
                "pay_time",
                "close_time",
                "close_reason",
                "total");
        database.createTable("items", "item", "order_id", "sku", "quantity");
        database.createTable("stock", "sku", "reserved", "available", "sold");
        database.createTable("coupons", "order_id", "used");
    }

    /** Puts the stock on its shelves. */
    void open() {
        for (String sku : PlanMaker.SKUS) {
            database.insert("stock", Map.of("sku", sku, "reserved", 0, "available", STOCK, "sold", 0));
        }
    }

    /** What an order holds. */
    List<Line> lines(String order) {
        return lines.getOrDefault(order, List.of());
    }

    /** Stock rows whose reserved units are not what orders hold. */
    Set<String> corrected() {
        return corrected;
    }

    void perform(Action action) {
        String id = String.valueOf(action.target());
        switch (action.kind()) {
            case ORDER -> transaction(tx -> order(tx, action));
            case PAY -> transaction(tx -> pay(tx, id));
            case NOTE_PAYMENT -> transaction(tx -> set(tx, id, Map.of("pay_time", clock.get())));
            case ANNUL -> transaction(tx -> annul(tx, id));
            case CANCEL -> transaction(tx -> cancel(tx, id));
            case MOVE_DEADLINE -> transaction(tx -> set(tx, id, deadline(action.amount())));
            case FLIP -> transaction(tx -> set(tx, id, Map.of("deleted", (int) action.amount())));
            case REOPEN -> {
                awaitClosed(id);
                transaction(tx -> reopen(tx, id, action.amount()));
            }
            case HOLD -> transaction(tx -> hold(tx, id, action.amount()));
            case CORRECT_STOCK -> transaction(tx -> correct(tx, action));
            default -> throw new IllegalArgumentException("Not the shop's: " + action);
        }
    }

    /** In one transaction; from the start again where somebody holds a lock. */
    private void transaction(Consumer<MemoryTransaction> work) {
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            try {
                database.inTransaction(tx -> {
                    work.accept(tx);
                    return 0;
                });
                return;
            } catch (MemoryDatabaseException e) {
                if (e.kind() != FailureKind.LOCKED) {
                    throw e;
                }
                Actor actor = scheduler.running();
                scheduler.sleep(actor == null ? 1 : actor.random.nextLong(20 * MILLI, 400 * MILLI));
            }
        }
    }

    private void order(MemoryTransaction tx, Action action) {
        Action.NewOrder order = action.order();
        Instant created = clock.get().truncatedTo(ChronoUnit.SECONDS);
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("id", action.target());
        row.put("number", "N" + action.target());
        row.put("status", order.status());
        row.put("created_at", created);
        row.put("kind", order.kind());
        row.put("deleted", order.deleted());
        row.put("total", Provider.TOTAL);
        if (order.due() != 0) {
            row.put("due_at", order.due() < 0 ? Instant.EPOCH : created.plusSeconds(order.due()));
        }
        tx.insert("orders", row);
        int item = 0;
        for (Line line : order.lines()) {
            tx.insert(
                    "items",
                    Map.of(
                            "item", action.target() * 10 + item++,
                            "order_id", action.target(),
                            "sku", line.sku(),
                            "quantity", line.units()));
        }
        tx.insert("coupons", Map.of("order_id", action.target(), "used", 1));
        lines.put(String.valueOf(action.target()), order.lines());
        move(tx, String.valueOf(action.target()), 1, -1, 0);
    }

    private void pay(MemoryTransaction tx, String id) {
        if (set(tx, id, Map.of("status", 1, "pay_time", clock.get())) == 1) {
            move(tx, id, -1, 0, 1);
        }
    }

    private void cancel(MemoryTransaction tx, String id) {
        if (set(tx, id, Map.of("status", 4, "close_reason", "customer")) == 1) {
            move(tx, id, -1, 1, 0);
            tx.update("coupons", row -> row.key().equals(id), row -> Map.of("used", 0));
        }
    }

    /** The guard has taken it for paid; its stock is still reserved. */
    private void annul(MemoryTransaction tx, String id) {
        boolean paid = tx.selectForUpdate("orders", row -> row.key().equals(id)).stream()
                .anyMatch(row -> row.text("status").equals("1"));
        if (paid && isPaidByGuard.test(id)) {
            tx.update("orders", row -> row.key().equals(id), row -> Map.of("status", 4, "close_reason", "annulled"));
            move(tx, id, -1, 1, 0);
            tx.update("coupons", row -> row.key().equals(id), row -> Map.of("used", 0));
        }
    }

    /** Who wants the order back calls as soon as it is closed. */
    private void awaitClosed(String id) {
        Actor actor = scheduler.running();
        for (int looks = 0; actor != null && looks < LOOKS; looks++) {
            if (database.row("orders", id)
                    .filter(row -> row.text("status").equals("4"))
                    .isPresent()) {
                return;
            }
            scheduler.sleep(actor.random.nextLong(20 * MILLI, 300 * MILLI));
        }
    }

    private void reopen(MemoryTransaction tx, String id, long seconds) {
        Map<String, @Nullable Object> open = new LinkedHashMap<>(deadline(seconds));
        open.put("status", 0);
        open.put("close_time", null);
        open.put("close_reason", null);
        if (tx.update(
                        "orders",
                        row -> row.key().equals(id) && row.text("status").equals("4"),
                        row -> open)
                == 1) {
            move(tx, id, 1, -1, 0);
            tx.update("coupons", row -> row.key().equals(id), row -> Map.of("used", 1));
        }
    }

    private void hold(MemoryTransaction tx, String id, long seconds) {
        tx.selectForUpdate("orders", row -> row.key().equals(id));
        scheduler.sleep(seconds * 1000 * MILLI);
    }

    private void correct(MemoryTransaction tx, Action action) {
        String sku = PlanMaker.SKUS.get((int) action.target());
        corrected.add(sku);
        tx.update(
                "stock",
                row -> row.key().equals(sku),
                row -> Map.of("reserved", Math.max(0, units(row, "reserved") - (int) action.amount())));
    }

    private Map<String, @Nullable Object> deadline(long seconds) {
        Map<String, @Nullable Object> change = new LinkedHashMap<>();
        change.put("due_at", seconds == 0 ? null : clock.get().plusSeconds(seconds));
        return change;
    }

    /** Only where the order is still open, as every change of a well-written shop. */
    private int set(MemoryTransaction tx, String id, Map<String, @Nullable Object> change) {
        List<String> open = plan.rule().status().open();
        return tx.update("orders", row -> row.key().equals(id) && open.contains(row.text("status")), row -> change);
    }

    private void move(MemoryTransaction tx, String id, int reserved, int available, int sold) {
        Map<String, Integer> units = units(lines(id));
        tx.update("stock", row -> units.containsKey(row.key()), row -> {
            int quantity = units.get(row.key());
            return Map.of(
                    "reserved", units(row, "reserved") + reserved * quantity,
                    "available", units(row, "available") + available * quantity,
                    "sold", units(row, "sold") + sold * quantity);
        });
    }

    static Map<String, Integer> units(List<Line> lines) {
        Map<String, Integer> units = new HashMap<>();
        lines.forEach(line -> units.merge(line.sku(), line.units(), Integer::sum));
        return units;
    }

    static int units(MemoryRow row, String column) {
        return row.get(column) instanceof Integer units ? units : 0;
    }
}

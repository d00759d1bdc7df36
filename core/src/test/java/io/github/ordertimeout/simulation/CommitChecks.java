package io.github.ordertimeout.simulation;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.simulation.Action.Temper;
import io.github.ordertimeout.simulation.Commit.RowChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every commit of a node closes what may be closed and gives back exactly what that held, with a ledger row for each. */
final class CommitChecks {
    /** One close of one order. */
    record Close(String order, long number) {
        @Override
        public String toString() {
            return "close " + number + " of order " + order;
        }
    }

    private static final Set<String> SET_BY_A_CLOSE = Set.of("status", "close_time", "close_reason");

    private final Rule rule;
    private final Oracle oracle;
    private final Shop shop;
    private final PaymentChecks payments;
    private final Warehouses warehouses;
    private final BrakeChecks brake;
    private final Map<String, Temper> tempers;
    private final boolean coupons;
    private final Set<String> types = new HashSet<>();
    private final Map<String, List<Instant>> closes = new HashMap<>();
    private final Map<Close, Node> closedBy = new LinkedHashMap<>();

    CommitChecks(
            Plan plan, Oracle oracle, Shop shop, PaymentChecks payments, Warehouses warehouses, BrakeChecks brake) {
        this.rule = plan.rule();
        this.oracle = oracle;
        this.shop = shop;
        this.payments = payments;
        this.warehouses = warehouses;
        this.brake = brake;
        this.tempers = plan.tempers();
        this.coupons = plan.coupons();
        if (coupons) {
            types.add("coupon");
        }
        if (rule.inventory().isPresent()) {
            types.add("inventory");
        }
        types.addAll(warehouses.types());
        if (types.isEmpty()) {
            types.add("none");
        }
    }

    /** When the rule's engines have closed an order. */
    List<Instant> closes(String order) {
        return closes.getOrDefault(order, List.of());
    }

    /** Which node made that close; null where there was none. */
    @Nullable
    Node closedBy(Close close) {
        return closedBy.get(close);
    }

    /** Every close, with the node that made it. */
    Map<Close, Node> allCloses() {
        return closedBy;
    }

    void check(Commit commit) {
        if (commit.by().node == null) {
            return;
        }
        Map<String, RowChange> closed = new LinkedHashMap<>();
        for (RowChange change : commit.of("orders")) {
            MemoryRow after = change.after();
            if (after != null && oracle.isPaid(after)) {
                payments.paid(commit, change);
            } else {
                closed.put(change.key(), change);
            }
        }
        Map<String, MemoryRow> ledger = ledger(commit);
        closed.forEach((id, change) -> order(commit, change, ledger.get(id)));
        closed.keySet().forEach(id -> payments.closed(commit, id));
        ledger.keySet().stream().filter(id -> !closed.containsKey(id)).forEach(id -> {
            throw new Violation(3, "order " + id + " has a ledger row of a commit that did not close it");
        });
        stock(commit, closed.keySet());
        coupons(commit, closed.keySet());
        closed.keySet().forEach(id -> {
            closes.computeIfAbsent(id, key -> new ArrayList<>()).add(closedAt(ledger.get(id)));
            closedBy.put(new Close(id, closes(id).size()), commit.by().node);
        });
    }

    /** One row of the ledger for each order; all types are there, the number is the next one. */
    private Map<String, MemoryRow> ledger(Commit commit) {
        Map<String, Set<String>> found = new HashMap<>();
        Map<String, MemoryRow> rows = new LinkedHashMap<>();
        for (RowChange change : commit.of("order_timeout_release")) {
            MemoryRow row = change.after();
            if (row == null) {
                throw new Violation(3, "the ledger row " + change.key() + " was deleted");
            }
            if (change.before() != null) {
                warehouses.changed(change.before(), row);
                continue;
            }
            warehouses.entered(commit, row);
            String id = row.text("order_id");
            long next = closes(id).size() + 1L;
            if (!Objects.equals(row.get("close_number"), next)) {
                throw new Violation(
                        3, "order " + id + " got close number " + row.get("close_number") + ", not " + next);
            }
            found.computeIfAbsent(id, key -> new HashSet<>()).add(row.text("release_type"));
            rows.put(id, row);
        }
        found.forEach((id, its) -> {
            if (!its.equals(types)) {
                throw new Violation(3, "order " + id + " has ledger rows of " + its + ", not of " + types);
            }
        });
        return rows;
    }

    private void order(Commit commit, RowChange change, MemoryRow ledger) {
        String id = change.key();
        MemoryRow before = change.before();
        MemoryRow after = change.after();
        if (before == null || after == null) {
            throw new Violation(3, "order " + id + " was made or deleted by " + commit.by());
        }
        if (!oracle.isOpen(before)) {
            throw new Violation(2, "order " + id + " had status " + oracle.status(before) + " when it was closed");
        }
        if (oracle.showsPayment(before)) {
            throw new Violation(2, "order " + id + " showed a payment when it was closed");
        }
        if (!oracle.isSelected(before)) {
            throw new Violation(1, "order " + id + " was closed though where excluded it");
        }
        if (ledger == null) {
            throw new Violation(3, "order " + id + " was closed without a ledger row");
        }
        columns(id, before, after, ledger);
        Instant closedAt = closedAt(ledger);
        if (closedAt.isAfter(commit.lockedAt())) {
            throw new Violation(
                    1, "order " + id + " was closed at " + closedAt + ", which the database's clock had not reached");
        }
        if (ledger.text("actor").equals("engine")) {
            byTheEngine(id, before, closedAt, commit.lockedAt());
        }
        if (coupons && tempers.get(id) == Temper.BAD_COUPON) {
            throw new Violation(3, "order " + id + " was closed though its coupon cannot be given back");
        }
    }

    private void byTheEngine(String id, MemoryRow before, Instant closedAt, Instant lockedAt) {
        brake.closed(id, closedAt);
        if (!oracle.isOverdue(before, lockedAt) || !oracle.isOverdue(before, closedAt)) {
            throw new Violation(
                    1, "order " + id + " was closed at " + lockedAt + ", it runs out at " + oracle.closesAt(before));
        }
        if (oracle.isTooOld(before, closedAt)) {
            throw new Violation(1, "order " + id + " was closed though it is older than max-age");
        }
        if (tempers.get(id) == Temper.SKIPPED || tempers.get(id) == Temper.POLICY_THROWS) {
            throw new Violation(1, "order " + id + " was closed against its policy");
        }
        if (isReclosing(id, closedAt)) {
            throw new Violation(3, "order " + id + " was closed for the third time within a day");
        }
    }

    boolean isReclosing(String id, Instant now) {
        return closes(id).stream()
                        .filter(at -> at.isAfter(now.minus(Duration.ofDays(1))))
                        .count()
                >= 2;
    }

    private void columns(String id, MemoryRow before, MemoryRow after, MemoryRow ledger) {
        before.columns().forEach((column, value) -> {
            if (!SET_BY_A_CLOSE.contains(column) && !Objects.equals(value, after.get(column))) {
                throw new Violation(3, "order " + id + ": its " + column + " was changed by its close");
            }
        });
        if (!oracle.isClosed(after)
                || !Objects.equals(after.get("close_time"), ledger.get("closed_at"))
                || !after.text("close_reason").equals(ledger.text("reason"))) {
            throw new Violation(3, "order " + id + " was not closed as the rule says: " + after.columns());
        }
    }

    private void stock(Commit commit, Set<String> closed) {
        Map<String, Integer> units = new HashMap<>();
        if (rule.inventory().isPresent()) {
            closed.forEach(id ->
                    Shop.units(shop.lines(id)).forEach((sku, quantity) -> units.merge(sku, quantity, Integer::sum)));
        }
        units.remove(PlanMaker.GONE);
        for (RowChange change : commit.of("stock")) {
            MemoryRow before = Objects.requireNonNull(change.before());
            MemoryRow after = Objects.requireNonNull(change.after());
            int given = units.getOrDefault(change.key(), 0);
            int reserved = reserved(change.key(), Shop.units(before, "reserved") - given);
            if (Shop.units(after, "reserved") != reserved
                    || Shop.units(after, "available") != Shop.units(before, "available") + given
                    || Shop.units(after, "sold") != Shop.units(before, "sold")) {
                throw new Violation(
                        3,
                        "orders " + closed + " held " + given + " of " + change.key() + ", but its stock went from "
                                + before.columns() + " to " + after.columns());
            }
            units.remove(change.key());
        }
        if (!units.isEmpty()) {
            throw new Violation(3, "orders " + closed + " were closed and did not give back " + units);
        }
    }

    private int reserved(String sku, int left) {
        Inventory.Shortage shortage = rule.inventory().map(Inventory::shortage).orElse(Inventory.Shortage.FAIL);
        if (left >= 0 || shortage == Inventory.Shortage.ALLOW) {
            return left;
        }
        if (shortage == Inventory.Shortage.FLOOR) {
            return 0;
        }
        throw new Violation(3, "more of " + sku + " was given back than was reserved (short: fail)");
    }

    private void coupons(Commit commit, Set<String> closed) {
        Set<String> owed = new HashSet<>(coupons ? closed : Set.of());
        for (RowChange change : commit.of("coupons")) {
            int before = Shop.units(Objects.requireNonNull(change.before()), "used");
            int after = Shop.units(Objects.requireNonNull(change.after()), "used");
            if (!owed.remove(change.key()) || after != before - 1) {
                throw new Violation(3, "the coupon of order " + change.key() + " went from " + before + " to " + after);
            }
        }
        if (!owed.isEmpty()) {
            throw new Violation(3, "orders " + owed + " were closed and their coupons not given back");
        }
    }

    private static Instant closedAt(MemoryRow ledger) {
        if (ledger.get("closed_at") instanceof Instant at) {
            return at;
        }
        throw new Violation(3, "the ledger row " + ledger.key() + " has no time");
    }
}

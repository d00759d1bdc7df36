package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.LeftOut;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The ledger: one row per order, close and release type. */
final class MemoryLedger implements ReleaseLedger {
    private static final int CLOSES_OF_A_DAY = 2;
    private final MemoryDatabase database;
    private final String table;

    MemoryLedger(MemoryDatabase database, String table) {
        this.database = database;
        this.table = table;
        if (database.columns(table).isEmpty()) {
            database.createTable(
                    table,
                    "ledger_key",
                    "source",
                    "order_id",
                    "close_number",
                    "release_type",
                    "rule",
                    "reason",
                    "actor",
                    "old_status",
                    "token",
                    "closed_at",
                    "done_at",
                    "note");
        }
    }

    /** What the ledger holds of these orders. A locking read, drawn after their rows are locked: an earlier one may be stale. */
    History lockHistory(MemoryTransaction transaction, String source, Collection<String> ids) {
        Set<String> wanted = Set.copyOf(ids);
        return new History(transaction
                .selectForUpdate(
                        table, row -> row.text("source").equals(source) && wanted.contains(row.text("order_id")))
                .stream()
                .collect(Collectors.groupingBy(row -> row.text("order_id"))));
    }

    /** Whether the order was ever closed. */
    boolean knows(MemoryTransaction transaction, OrderKey order) {
        return !transaction
                .select(
                        table,
                        row -> row.text("source").equals(order.source())
                                && row.text("order_id").equals(order.id()))
                .isEmpty();
    }

    /** Writes one row per type; one that is there already is a bug and throws. */
    void write(MemoryTransaction transaction, ClosedOrder closed, CloseBatch batch) {
        OrderSnapshot order = closed.order();
        CloseCause cause = batch.cause();
        for (String type : batch.releaseTypes()) {
            Map<String, @Nullable Object> row = new HashMap<>();
            row.put(
                    "ledger_key",
                    RowId.compoundKey(order.key().source(), order.id(), Long.toString(closed.closeNumber()), type));
            row.put("source", order.key().source());
            row.put("order_id", order.id());
            row.put("close_number", closed.closeNumber());
            row.put("release_type", type);
            row.put("rule", cause.rule());
            row.put("reason", cause.reason());
            row.put("actor", cause.actor());
            row.put("old_status", order.status());
            row.put("token", batch.token());
            row.put("closed_at", closed.closedAt());
            row.put("done_at", batch.owedTypes().contains(type) ? null : closed.closedAt());
            row.put("note", null);
            transaction.insert(table, row);
        }
    }

    /** What the transaction with the batch's token closed. */
    List<ClosedOrder> closedBy(CloseBatch batch) {
        List<MemoryRow> rows;
        try (MemoryTransaction transaction = database.begin()) {
            rows = transaction.select(table, row -> row.text("token").equals(batch.token()));
        }
        Map<String, MemoryRow> byOrder = rows.stream()
                .collect(Collectors.toMap(row -> row.text("order_id"), Function.identity(), (first, other) -> first));
        List<ClosedOrder> closed = new ArrayList<>();
        for (OrderSnapshot order : batch.orders()) {
            MemoryRow row = byOrder.get(order.id());
            if (row != null
                    && row.get("close_number") instanceof Long number
                    && row.get("closed_at") instanceof Instant at) {
                closed.add(new ClosedOrder(order, number, at, row.text("rule")));
            }
        }
        return closed;
    }

    @Override
    public Optional<Entry> find(OrderKey key, long closeNumber, String type) {
        return database.row(table, RowId.compoundKey(key.source(), key.id(), Long.toString(closeNumber), type))
                .map(row -> new Entry(
                        row.text("rule"),
                        row.get("closed_at") instanceof Instant at ? at : Instant.EPOCH,
                        row.text("old_status"),
                        row.get("done_at") != null));
    }

    @Override
    public List<Line> of(OrderKey key) {
        try (MemoryTransaction transaction = database.begin()) {
            return transaction
                    .select(
                            table,
                            row -> row.text("source").equals(key.source())
                                    && row.text("order_id").equals(key.id()))
                    .stream()
                    .map(MemoryLedger::line)
                    .sorted(Comparator.comparing(Line::closeNumber).thenComparing(Line::type))
                    .toList();
        }
    }

    private static Line line(MemoryRow row) {
        return new Line(
                row.get("close_number") instanceof Long number ? number : 0,
                row.text("release_type"),
                row.text("rule"),
                row.text("reason"),
                row.text("actor"),
                row.get("closed_at") instanceof Instant at ? at : Instant.EPOCH,
                row.get("done_at") != null,
                Optional.ofNullable(row.get("note")).map(Object::toString));
    }

    @Override
    public void note(List<LeftOut> leftOut, TransactionContext transaction) {
        leftOut.forEach(left -> {
            String row = RowId.compoundKey(
                    left.order().source(), left.order().id(), Long.toString(left.closeNumber()), left.type());
            transaction
                    .unwrap(MemoryTransaction.class)
                    .update(table, entry -> entry.key().equals(row), entry -> Map.of("note", left.what()));
        });
    }

    @Override
    public boolean done(OrderKey key, long closeNumber, String type, Instant at, TransactionContext transaction) {
        String row = RowId.compoundKey(key.source(), key.id(), Long.toString(closeNumber), type);
        return transaction
                        .unwrap(MemoryTransaction.class)
                        .update(
                                table,
                                entry -> entry.key().equals(row) && entry.get("done_at") == null,
                                entry -> Map.of("done_at", at))
                == 1;
    }

    /** Why this close happened; read in the transaction that wrote it. */
    String reason(MemoryTransaction transaction, ClosedOrder closed) {
        return transaction
                .select(
                        table,
                        row -> row.text("source").equals(closed.order().key().source())
                                && row.text("order_id").equals(closed.order().id())
                                && Long.valueOf(closed.closeNumber()).equals(row.get("close_number")))
                .stream()
                .findFirst()
                .map(row -> row.text("reason"))
                .orElse("");
    }

    /** The ledger rows of some orders, by id. */
    record History(Map<String, List<MemoryRow>> byOrder) {
        long nextNumber(String id) {
            return rows(id).stream()
                            .mapToLong(row -> row.get("close_number") instanceof Long number ? number : 0)
                            .max()
                            .orElse(0)
                    + 1;
        }

        /** Whether the rule has closed it twice within the last day already. */
        boolean isReclosing(String id, String rule, Instant now) {
            Instant dayBefore = now.minus(Duration.ofDays(1));
            return rows(id).stream()
                            .filter(row -> row.text("rule").equals(rule))
                            .filter(row -> row.get("closed_at") instanceof Instant at && at.isAfter(dayBefore))
                            .map(row -> row.text("close_number"))
                            .distinct()
                            .count()
                    >= CLOSES_OF_A_DAY;
        }

        private List<MemoryRow> rows(String id) {
            return byOrder.getOrDefault(id, List.of());
        }
    }
}

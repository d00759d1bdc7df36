package io.github.ordertimeout.simulation;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.memory.MemoryTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The ledger, sketched. */
record SketchLedger(String source, DeliberateBug bug) {
    private static final String TABLE = "order_timeout_release";
    private static final String SEPARATOR = "\u001f";

    /** The rows of some orders. */
    List<MemoryRow> read(MemoryTransaction transaction, Set<String> ids, boolean locking) {
        Predicate<MemoryRow> wanted = row -> row.text("source").equals(source) && ids.contains(row.text("order_id"));
        return locking ? transaction.selectForUpdate(TABLE, wanted) : transaction.select(TABLE, wanted);
    }

    long next(List<MemoryRow> rows, String id) {
        if (bug == DeliberateBug.CONFLICT_IGNORED) {
            return 1;
        }
        return 1
                + rows.stream()
                        .filter(row -> row.text("order_id").equals(id))
                        .mapToLong(row -> row.get("close_number") instanceof Long number ? number : 0)
                        .max()
                        .orElse(0);
    }

    boolean isReclosing(List<MemoryRow> rows, String id, String rule, Instant now) {
        return bug != DeliberateBug.RECLOSING_NOT_NOTICED
                && rows.stream()
                                .filter(row -> row.text("order_id").equals(id)
                                        && row.text("rule").equals(rule))
                                .filter(row -> row.get("closed_at") instanceof Instant at
                                        && at.isAfter(now.minus(Duration.ofDays(1))))
                                .map(row -> row.text("close_number"))
                                .distinct()
                                .count()
                        >= 2;
    }

    void write(MemoryTransaction transaction, ClosedOrder closed, CloseBatch batch) {
        for (String type : batch.releaseTypes()) {
            if (bug == DeliberateBug.NO_LEDGER_ROW && !type.equals("none")) {
                continue;
            }
            String id = closed.order().id();
            String key = String.join(SEPARATOR, source, id, String.valueOf(closed.closeNumber()), type);
            if (bug == DeliberateBug.CONFLICT_IGNORED
                    && transaction.select(TABLE, key).isPresent()) {
                continue;
            }
            Map<String, @Nullable Object> row = new HashMap<>();
            row.put("ledger_key", key);
            row.put("source", source);
            row.put("order_id", id);
            row.put("close_number", closed.closeNumber());
            row.put("release_type", type);
            row.put("rule", batch.cause().rule());
            row.put("reason", batch.cause().reason());
            row.put("actor", batch.cause().actor());
            row.put("old_status", closed.order().status());
            row.put("token", batch.token());
            row.put("closed_at", closed.closedAt());
            boolean owed = batch.owedTypes().contains(type) && bug != DeliberateBug.OWED_MARKED_DONE;
            row.put("done_at", owed ? null : closed.closedAt());
            transaction.insert(TABLE, row);
        }
    }

    List<ClosedOrder> closedBy(MemoryTransaction transaction, CloseBatch batch) {
        List<ClosedOrder> closed = new ArrayList<>();
        List<MemoryRow> rows =
                transaction.select(TABLE, row -> row.text("token").equals(batch.token()));
        batch.orders()
                .forEach(order -> rows.stream()
                        .filter(row -> row.text("order_id").equals(order.id()))
                        .findFirst()
                        .ifPresent(row -> closed.add(new ClosedOrder(
                                order,
                                (Long) row.get("close_number"),
                                (Instant) row.get("closed_at"),
                                row.text("rule")))));
        return bug == DeliberateBug.LEDGER_NOT_READ ? List.of() : closed;
    }
}

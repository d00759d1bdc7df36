package io.github.ordertimeout.memory;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** A row of the compensation table, written and read. Its key is the order, the kind and the type. */
final class CompensationColumns {
    private CompensationColumns() {}

    static void create(MemoryDatabase database, String table) {
        database.createTable(
                table,
                "compensation_key",
                "row_number",
                "rule",
                "source",
                "order_id",
                "kind",
                "type",
                "close_number",
                "reason",
                "state",
                "attempts",
                "next_attempt_at",
                "token");
    }

    static String key(Compensation what) {
        return RowId.compoundKey(
                what.key().source(),
                what.kind().name(),
                what.type(),
                Long.toString(what.closeNumber()),
                what.key().id());
    }

    static Map<String, Object> write(long number, Compensation failure, Instant nextAttemptAt, String token) {
        Map<String, Object> row = new HashMap<>();
        row.put("compensation_key", key(failure));
        row.put("row_number", number);
        row.put("rule", failure.rule());
        row.put("source", failure.key().source());
        row.put("order_id", failure.key().id());
        row.put("kind", failure.kind());
        row.put("type", failure.type());
        row.put("close_number", failure.closeNumber());
        row.put("reason", failure.reason());
        row.put("state", CompensationState.PENDING);
        row.put("attempts", failure.kind().attemptsWhenAdded());
        row.put("next_attempt_at", nextAttemptAt);
        row.put("token", token);
        return row;
    }

    static CompensationRow read(MemoryRow row) {
        Compensation what = new Compensation(
                row.text("rule"),
                new OrderKey(row.text("source"), row.text("order_id")),
                kind(row),
                row.text("type"),
                row.get("close_number") instanceof Long closeNumber ? closeNumber : 0,
                row.text("reason"));
        return new CompensationRow(
                number(row),
                what,
                CompensationState.valueOf(row.text("state")),
                row.get("attempts") instanceof Integer attempts ? attempts : 0,
                nextAttemptAt(row),
                row.text("token"));
    }

    static CompensationKind kind(MemoryRow row) {
        return CompensationKind.valueOf(row.text("kind"));
    }

    static long number(MemoryRow row) {
        return row.get("row_number") instanceof Long number ? number : 0;
    }

    static Instant nextAttemptAt(MemoryRow row) {
        return row.get("next_attempt_at") instanceof Instant instant ? instant : Instant.MAX;
    }
}

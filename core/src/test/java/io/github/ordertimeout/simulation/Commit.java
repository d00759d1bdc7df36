package io.github.ordertimeout.simulation;

import io.github.ordertimeout.memory.MemoryRow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One commit that changed something.
 *
 * @param by who committed
 * @param at when it took effect
 * @param begunAt when its transaction was begun
 * @param lockedAt when its transaction first locked or wrote orders; where it did not, when it took effect
 * @param rows what it changed
 */
record Commit(Actor by, Instant at, Instant begunAt, Instant lockedAt, List<RowChange> rows) {

    /** A row before and after; null where it was not there. */
    record RowChange(
            String table,
            String key,
            @Nullable MemoryRow before,
            @Nullable MemoryRow after) {
        boolean isUpdate() {
            return before != null && after != null;
        }
    }

    List<RowChange> of(String table) {
        return rows.stream().filter(row -> row.table().equals(table)).toList();
    }
}

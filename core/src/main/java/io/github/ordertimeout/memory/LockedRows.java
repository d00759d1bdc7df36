package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.FailureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Takes locks for one transaction and yields the latest rows behind them. Guarded by the database's lock. */
final class LockedRows {
    private final RowLocks locks;
    private final UncommittedRows rows;
    private final MemoryTransaction owner;
    private final boolean readOnly;

    LockedRows(RowLocks locks, UncommittedRows rows, MemoryTransaction owner, boolean readOnly) {
        this.locks = locks;
        this.rows = rows;
        this.owner = owner;
        this.readOnly = readOnly;
    }

    List<MemoryRow> matching(String table, Predicate<MemoryRow> where, boolean skipLocked) {
        List<MemoryRow> matching = new ArrayList<>();
        for (String key : rows.keys(table)) {
            RowId id = new RowId(table, key);
            MemoryRow found = rows.latest(id);
            if (found == null || !where.test(found) || !take(id, skipLocked)) {
                continue;
            }
            // Whoever held the lock until now may have changed the row.
            MemoryRow held = rows.latest(id);
            if (held != null && where.test(held)) {
                matching.add(held);
            }
        }
        return matching;
    }

    /** False where somebody holds it and such rows are skipped; else it is taken, or the statement fails. */
    boolean take(RowId row, boolean skipLocked) {
        if (readOnly) {
            throw new MemoryDatabaseException(
                    FailureKind.SYSTEM, "A replica is read-only: " + row + " cannot be locked");
        }
        if (skipLocked) {
            return locks.tryTake(row, owner);
        }
        locks.take(row, owner);
        return true;
    }
}

package io.github.ordertimeout.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Which transaction holds the lock on which row. Guarded by the database's lock. */
final class RowLocks {
    private final Map<RowId, MemoryTransaction> owners = new HashMap<>();
    private final Condition released;
    private final long waitNanos;

    RowLocks(ReentrantLock guard, long waitNanos) {
        this.released = guard.newCondition();
        this.waitNanos = waitNanos;
    }

    boolean tryTake(RowId row, MemoryTransaction taker) {
        MemoryTransaction owner = owners.putIfAbsent(row, taker);
        return owner == null || owner == taker;
    }

    /**
     * Waits for a lock that another thread's transaction holds, as long as the database allows; a transaction of this very
     * thread cannot end while it waits.
     */
    void take(RowId row, MemoryTransaction taker) {
        long left = waitNanos;
        while (!tryTake(row, taker)) {
            MemoryTransaction owner = owners.get(row);
            if (left <= 0 || owner == null || owner.isOfThisThread()) {
                throw MemoryDatabaseException.locked(row);
            }
            try {
                left = released.awaitNanos(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw MemoryDatabaseException.locked(row);
            }
        }
    }

    void release(MemoryTransaction owner) {
        owners.values().removeIf(holder -> holder == owner);
        released.signalAll();
    }

    boolean anyOf(String table) {
        return owners.keySet().stream().anyMatch(row -> row.table().equals(table));
    }
}

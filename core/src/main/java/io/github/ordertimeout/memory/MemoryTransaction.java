package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.memory.FaultPoint.Step;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of a {@link MemoryDatabase}, and its connection: closing it rolls back what was not committed. Reached in a
 * closing transaction by {@code unwrap(MemoryTransaction.class)}.
 *
 * <p>Predicates and functions handed in run inside the database's lock: they look at the row they are given and at nothing
 * else. Every row is locked before it is written; locks are held to the end.
 */
public final class MemoryTransaction implements AutoCloseable {
    private final MemoryDatabase database;
    private final RowLocks locks;
    private final long number;
    private final Isolation isolation;
    private final Thread thread = Thread.currentThread();
    private final UncommittedRows rows;
    private final LockedRows locked;
    private @Nullable Long snapshot;
    private boolean open = true;

    MemoryTransaction(
            MemoryDatabase database, RowLocks locks, long number, Isolation isolation, @Nullable Long replicaCommit) {
        this.database = database;
        this.rows = new UncommittedRows(database);
        this.locks = locks;
        this.number = number;
        this.isolation = isolation;
        this.locked = new LockedRows(locks, rows, this, replicaCommit != null);
        this.snapshot = replicaCommit;
    }

    /** Its number, from 1 in the order begun. */
    public long number() {
        return number;
    }

    /** Whether it was neither committed nor rolled back. */
    public boolean isOpen() {
        return database.exclusively(() -> open);
    }

    /** A plain read: the rows that match, in key order, as the isolation level shows them. */
    public List<MemoryRow> select(String table, Predicate<MemoryRow> where) {
        return step(Step.READ, table, () -> {
            long asOf = snapshot();
            return rows.keys(table).stream()
                    .map(key -> Optional.ofNullable(rows.seen(new RowId(table, key), asOf)))
                    .flatMap(Optional::stream)
                    .filter(where)
                    .toList();
        });
    }

    /** A plain read by key. */
    public Optional<MemoryRow> select(String table, String key) {
        return step(Step.READ, table, () -> Optional.ofNullable(rows.seen(new RowId(table, key), snapshot())));
    }

    /** A locking read: locks and yields the latest rows that match, in key order; one that is held elsewhere fails it. */
    public List<MemoryRow> selectForUpdate(String table, Predicate<MemoryRow> where) {
        return step(Step.LOCK, table, () -> locked.matching(table, where, false));
    }

    /** A locking read that leaves out what others hold. */
    public List<MemoryRow> selectForUpdateSkipLocked(String table, Predicate<MemoryRow> where) {
        return step(Step.LOCK, table, () -> locked.matching(table, where, true));
    }

    /** Inserts a row; one with its key there already fails it, seen in the snapshot or not. */
    public MemoryRow insert(String table, Map<String, ? extends @Nullable Object> values) {
        return step(Step.WRITE, table, () -> {
            MemoryRow row = database.table(table).row(values);
            RowId id = new RowId(table, row.key());
            locked.take(id, false);
            if (rows.latest(id) != null) {
                throw MemoryDatabaseException.duplicate(id);
            }
            rows.put(id, row);
            return row;
        });
    }

    /** Sets columns of the latest rows that match; yields how many did. The key column stays as it is. */
    public int update(String table, Predicate<MemoryRow> where, Function<MemoryRow, ? extends Map<String, ?>> change) {
        return step(Step.WRITE, table, () -> {
            List<MemoryRow> held = locked.matching(table, where, false);
            Map<RowId, MemoryRow> changed = new LinkedHashMap<>();
            held.forEach(row -> changed.put(
                    new RowId(table, row.key()), database.table(table).changed(row, change.apply(row))));
            changed.forEach(rows::put);
            return held.size();
        });
    }

    /** Deletes the latest rows that match; yields how many did. */
    public int delete(String table, Predicate<MemoryRow> where) {
        return step(Step.WRITE, table, () -> {
            List<MemoryRow> held = locked.matching(table, where, false);
            held.forEach(row -> rows.delete(new RowId(table, row.key())));
            return held.size();
        });
    }

    /**
     * Makes everything written visible at once and ends the transaction.
     *
     * @throws CommitOutcomeUnknownException if the connection broke before the answer came
     */
    public void commit() {
        database.exclusively(this::checkOpen);
        send();
        database.exclusively(() -> {
            checkOpen();
            rows.commit();
            return end();
        });
        try {
            database.reached(Step.COMMITTED, number, "");
        } catch (CommitOutcomeUnknownException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CommitOutcomeUnknownException(e);
        }
    }

    /** Forgets everything written and ends the transaction; no failure where it has ended already. */
    public void rollback() {
        database.exclusively(this::end);
    }

    @Override
    public void close() {
        rollback();
    }

    boolean isOfThisThread() {
        return thread == Thread.currentThread();
    }

    private void send() {
        try {
            database.reached(Step.COMMIT, number, "");
        } catch (MemoryDatabaseException e) {
            rollback();
            // Who only sees the connection break cannot tell this from a commit that took effect.
            throw e.kind() == FailureKind.SYSTEM ? new CommitOutcomeUnknownException(e) : e;
        } catch (RuntimeException | Error e) {
            rollback();
            throw e;
        }
    }

    private <T> T step(Step step, String table, Supplier<T> operation) {
        database.exclusively(this::checkOpen);
        try {
            database.reached(step, number, table);
        } catch (RuntimeException | Error e) {
            rollback();
            throw e;
        }
        return database.exclusively(() -> {
            checkOpen();
            return operation.get();
        });
    }

    private long snapshot() {
        if (isolation == Isolation.READ_COMMITTED) {
            return MemoryTable.LATEST;
        }
        if (snapshot == null) {
            snapshot = database.lastCommit();
        }
        return snapshot;
    }

    private long checkOpen() {
        if (!open) {
            throw new MemoryDatabaseException(FailureKind.SYSTEM, "Transaction " + number + " has ended");
        }
        return number;
    }

    private long end() {
        if (open) {
            open = false;
            locks.release(this);
        }
        return number;
    }
}

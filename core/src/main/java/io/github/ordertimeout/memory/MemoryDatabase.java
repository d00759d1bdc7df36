package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.FailureKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A small model of a transactional database: tables with a key column, transactions that lock rows and see snapshots, every
 * committed version of every row.
 *
 * <p>Thread-safe: each statement runs alone. Transactions may be interleaved by one thread or run on several. Old versions are
 * kept for as long as the database lives, so that it can be {@linkplain #asOf read as it was}.
 */
public final class MemoryDatabase {
    private final ReentrantLock guard = new ReentrantLock();
    private final Map<String, MemoryTable> tables = new TreeMap<>();
    private final Map<String, Long> sequences = new HashMap<>();
    private final RowLocks locks;
    private final Isolation isolation;
    private volatile FaultPoint faults = FaultPoint.NONE;
    private long commits;
    private long begun;

    /** A database of READ COMMITTED transactions that never wait for a lock. */
    public MemoryDatabase() {
        this(Isolation.READ_COMMITTED);
    }

    /** A database of such transactions that never wait for a lock: one held by another transaction fails the statement. */
    public MemoryDatabase(Isolation isolation) {
        this(isolation, Duration.ZERO);
    }

    /** A database whose transactions wait so long for a lock that another thread's transaction holds. */
    public MemoryDatabase(Isolation isolation, Duration lockWait) {
        this.isolation = isolation;
        this.locks = new RowLocks(guard, lockWait.toNanos());
    }

    /** From now on every step passes this first. */
    public void failAt(FaultPoint point) {
        faults = point;
    }

    /** Makes an empty table; the key column's canonical text tells its rows apart. */
    public void createTable(String name, String keyColumn, String... otherColumns) {
        exclusively(() -> {
            if (tables.putIfAbsent(name, new MemoryTable(name, keyColumn, List.of(otherColumns))) != null) {
                throw new IllegalArgumentException("There is a table \"" + name + "\" already");
            }
            return name;
        });
    }

    /** Drops a table with its history; fails as locked while a transaction holds a row of it. */
    public void dropTable(String name) {
        exclusively(() -> {
            if (locks.anyOf(name)) {
                throw new MemoryDatabaseException(FailureKind.LOCKED, "Rows of table \"" + name + "\" are locked");
            }
            tables.remove(name);
            return name;
        });
    }

    /** The table's columns, the key column first; empty where there is no such table. */
    public Set<String> columns(String table) {
        return exclusively(() -> tables.containsKey(table) ? table(table).columns() : Set.of());
    }

    /** Begins a transaction of the database's own isolation level. */
    public MemoryTransaction begin() {
        return begin(isolation);
    }

    /** Begins a transaction. */
    public MemoryTransaction begin(Isolation level) {
        long number = exclusively(() -> ++begun);
        faults.reached(FaultPoint.Step.BEGIN, number, "");
        return new MemoryTransaction(this, locks, number, level, null);
    }

    /** Begins a transaction that only reads, and reads what a replica would that has followed up to this commit. */
    public MemoryTransaction asOf(long commit) {
        long number = exclusively(() -> ++begun);
        faults.reached(FaultPoint.Step.BEGIN, number, "");
        return new MemoryTransaction(this, locks, number, Isolation.REPEATABLE_READ, commit);
    }

    /** The number of the last commit, from 0. */
    public long lastCommit() {
        return exclusively(() -> commits);
    }

    /** Runs the work in one transaction: commits when it returns, rolls back when it throws. */
    public <T> T inTransaction(Function<MemoryTransaction, T> work) {
        try (MemoryTransaction transaction = begin()) {
            T result = work.apply(transaction);
            transaction.commit();
            return result;
        }
    }

    /** Inserts and commits one row. */
    public void insert(String table, Map<String, ? extends @Nullable Object> row) {
        inTransaction(transaction -> transaction.insert(table, row));
    }

    /** The committed row with this key. */
    public Optional<MemoryRow> row(String table, String key) {
        return exclusively(() -> Optional.ofNullable(table(table).visible(key, MemoryTable.LATEST)));
    }

    /** All committed rows, in key order. */
    public List<MemoryRow> rows(String table) {
        return exclusively(() -> {
            MemoryTable all = table(table);
            return all.keys().stream()
                    .map(key -> Optional.ofNullable(all.visible(key, MemoryTable.LATEST)))
                    .flatMap(Optional::stream)
                    .toList();
        });
    }

    /** The next number of a sequence, from 1; a rollback leaves a gap, as everywhere. */
    long next(String sequence) {
        return exclusively(() -> sequences.merge(sequence, 1L, Long::sum));
    }

    String keyColumn(String table) {
        return exclusively(() -> table(table).keyColumn());
    }

    <T> T exclusively(Supplier<T> operation) {
        guard.lock();
        try {
            return operation.get();
        } finally {
            guard.unlock();
        }
    }

    void reached(FaultPoint.Step step, long transaction, String table) {
        faults.reached(step, transaction, table);
    }

    MemoryTable table(String name) {
        MemoryTable table = tables.get(name);
        if (table == null) {
            throw MemoryDatabaseException.missingTable(name);
        }
        return table;
    }

    /** Makes the written rows the latest ones, all with the same commit number. */
    void apply(Map<RowId, Optional<MemoryRow>> written) {
        if (!written.isEmpty()) {
            commits++;
            written.forEach((id, row) -> table(id.table()).write(id.key(), row.orElse(null), commits));
        }
    }
}

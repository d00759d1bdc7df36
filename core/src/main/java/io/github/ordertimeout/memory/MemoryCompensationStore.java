package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Failures and owed work in a table whose key is the order, the kind and the type: at most one row of each is open. */
final class MemoryCompensationStore implements CompensationStore {
    private static final Comparator<MemoryRow> OLDEST_FIRST =
            Comparator.comparing(CompensationColumns::nextAttemptAt).thenComparing(CompensationColumns::number);

    private final MemoryDatabase database;
    private final String table;

    MemoryCompensationStore(MemoryDatabase database, String table) {
        this.database = database;
        this.table = table;
        if (database.columns(table).isEmpty()) {
            CompensationColumns.create(database, table);
        }
    }

    @Override
    public boolean add(Compensation failure, Instant nextAttemptAt) {
        return database.inTransaction(transaction -> add(transaction, failure, nextAttemptAt, ""));
    }

    @Override
    public void addIn(TransactionContext context, List<Compensation> owed, Instant nextAttemptAt, String token) {
        MemoryTransaction transaction = context.unwrap(MemoryTransaction.class);
        owed.forEach(one -> add(transaction, one, nextAttemptAt, token));
    }

    @Override
    public boolean resolveIn(TransactionContext context, Compensation done, String token) {
        String key = CompensationColumns.key(done);
        return context.unwrap(MemoryTransaction.class)
                        .delete(
                                table,
                                row -> row.key().equals(key)
                                        && row.text("token").equals(token))
                == 1;
    }

    @Override
    public void handBack(List<Compensation> undone, String token, Instant next) {
        Map<String, String> reasons = undone.stream()
                .collect(Collectors.toMap(CompensationColumns::key, Compensation::reason, (one, other) -> other));
        database.inTransaction(transaction -> transaction.update(
                table,
                row -> reasons.containsKey(row.key()) && row.text("token").equals(token),
                row -> Map.of("token", "", "next_attempt_at", next, "reason", reasons.getOrDefault(row.key(), ""))));
    }

    @Override
    public long due(Optional<CompensationKind> kind, Instant now) {
        return due(row -> kind.isEmpty() || kind.get() == CompensationColumns.kind(row), now);
    }

    @Override
    public boolean due(long number, Instant now) {
        return due(row -> CompensationColumns.number(row) == number, now) == 1;
    }

    private int due(Predicate<MemoryRow> which, Instant now) {
        Map<String, Object> due = Map.of("next_attempt_at", now);
        return database.inTransaction(transaction ->
                transaction.update(table, row -> row.text("token").isEmpty() && which.test(row), row -> due));
    }

    @Override
    public boolean discard(long number) {
        return database.inTransaction(
                        transaction -> transaction.delete(table, row -> CompensationColumns.number(row) == number))
                == 1;
    }

    private boolean add(MemoryTransaction transaction, Compensation failure, Instant nextAttemptAt, String token) {
        String key = CompensationColumns.key(failure);
        Map<String, Object> refreshed = Map.of("reason", failure.reason(), "token", token);
        if (transaction.update(table, row -> row.key().equals(key), row -> refreshed) == 1) {
            return false;
        }
        try {
            transaction.insert(table, CompensationColumns.write(database.next(table), failure, nextAttemptAt, token));
            return true;
        } catch (MemoryDatabaseException e) {
            if (e.kind() != FailureKind.ORDER) {
                throw e;
            }
            // Another node was faster.
            transaction.update(table, row -> row.key().equals(key), row -> refreshed);
            return false;
        }
    }

    @Override
    public Map<String, Set<CompensationKind>> open(String source, Set<CompensationKind> kinds, Collection<String> ids) {
        Set<String> wanted = new HashSet<>(ids);
        return select(row -> row.text("source").equals(source)
                        && wanted.contains(row.text("order_id"))
                        && kinds.contains(CompensationColumns.kind(row)))
                .stream()
                .collect(Collectors.groupingBy(
                        row -> row.text("order_id"),
                        Collectors.mapping(CompensationColumns::kind, Collectors.toSet())));
    }

    @Override
    public List<CompensationRow> claimDue(Instant now, Duration lease, String token, int limit) {
        Predicate<MemoryRow> due =
                row -> !CompensationColumns.nextAttemptAt(row).isAfter(now);
        Instant until = now.plus(lease);
        return database.inTransaction(transaction -> {
            List<MemoryRow> held = oldest(transaction, due, limit);
            Set<String> claimed = held.stream().map(MemoryRow::key).collect(Collectors.toSet());
            Map<String, Object> claim = Map.of("token", token, "next_attempt_at", until);
            transaction.update(table, row -> claimed.contains(row.key()), row -> claim);
            return held.stream()
                    .sorted(OLDEST_FIRST)
                    .map(CompensationColumns::read)
                    .map(row -> new CompensationRow(row.row(), row.what(), row.state(), row.attempts(), until, token))
                    .toList();
        });
    }

    private List<MemoryRow> oldest(MemoryTransaction transaction, Predicate<MemoryRow> due, int limit) {
        Set<String> oldest = transaction.select(table, due).stream()
                .sorted(OLDEST_FIRST)
                .limit(limit)
                .map(MemoryRow::key)
                .collect(Collectors.toSet());
        return transaction.selectForUpdateSkipLocked(table, row -> oldest.contains(row.key()) && due.test(row));
    }

    @Override
    public boolean resolve(CompensationRow claimed) {
        return database.inTransaction(transaction -> transaction.delete(table, isClaimOf(claimed))) == 1;
    }

    @Override
    public boolean reschedule(CompensationRow changed) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("state", changed.state());
        values.put("attempts", changed.attempts());
        values.put("reason", changed.what().reason());
        values.put("next_attempt_at", changed.nextAttemptAt());
        values.put("token", "");
        return database.inTransaction(transaction -> transaction.update(table, isClaimOf(changed), row -> values)) == 1;
    }

    @Override
    public int postpone(List<CompensationRow> claimed, Instant next) {
        Map<String, Object> postponed = Map.of("next_attempt_at", next, "token", "");
        Predicate<MemoryRow> any =
                row -> claimed.stream().anyMatch(one -> isClaimOf(one).test(row));
        return database.inTransaction(transaction -> transaction.update(table, any, row -> postponed));
    }

    @Override
    public int putOff(String rule, CompensationKind kind, String type, Instant now, Instant next, int limit) {
        Predicate<MemoryRow> due = row -> row.text("rule").equals(rule)
                && CompensationColumns.kind(row) == kind
                && row.text("type").equals(type)
                && !CompensationColumns.nextAttemptAt(row).isAfter(now);
        Map<String, Object> postponed = Map.of("next_attempt_at", next, "token", "");
        return database.inTransaction(transaction -> {
            Set<String> held =
                    oldest(transaction, due, limit).stream().map(MemoryRow::key).collect(Collectors.toSet());
            return transaction.update(table, row -> held.contains(row.key()), row -> postponed);
        });
    }

    @Override
    public List<CompensationRow> of(OrderKey key) {
        return select(row -> row.text("source").equals(key.source())
                        && row.text("order_id").equals(key.id()))
                .stream()
                .map(CompensationColumns::read)
                .sorted(Comparator.comparing(CompensationRow::row))
                .toList();
    }

    @Override
    public List<CompensationRow> list(long afterRow, int limit) {
        return select(row -> CompensationColumns.number(row) > afterRow).stream()
                .map(CompensationColumns::read)
                .sorted(Comparator.comparing(CompensationRow::row))
                .limit(limit)
                .toList();
    }

    @Override
    public CompensationCounts counts(Instant now) {
        List<MemoryRow> rows = select(row -> CompensationColumns.kind(row).isBacklog());
        long dead = rows.stream()
                .filter(row -> row.get("state") == CompensationState.DEAD)
                .count();
        return CompensationCounts.of(
                rows.size() - dead,
                dead,
                rows.stream().map(CompensationColumns::nextAttemptAt).min(Comparator.naturalOrder()),
                now);
    }

    private List<MemoryRow> select(Predicate<MemoryRow> where) {
        try (MemoryTransaction transaction = database.begin()) {
            return transaction.select(table, where);
        }
    }

    private static Predicate<MemoryRow> isClaimOf(CompensationRow claimed) {
        return row -> CompensationColumns.number(row) == claimed.row()
                && !claimed.token().isEmpty()
                && row.text("token").equals(claimed.token());
    }
}

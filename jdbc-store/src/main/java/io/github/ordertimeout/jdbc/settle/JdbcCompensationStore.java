package io.github.ordertimeout.jdbc.settle;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.jdbc.database.AnyRows;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Chunks;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Compensation rows in the library's own table, beside the orders. */
public final class JdbcCompensationStore implements CompensationStore {
    private static final int ROWS_PER_STATEMENT = 200;

    private final Database database;
    private final CompensationSql sql;
    private final AnyRows any;

    /** In the table with that prefix. */
    public JdbcCompensationStore(Database database, OwnTables tables) {
        this.database = database;
        this.sql = new CompensationSql(database.dialect(), tables);
        this.any = new AnyRows(tables.compensation() + database.dialect().forceIndex(tables.compensationKey()));
    }

    /** Update, else insert: of two nodes that insert at once one fails and begins again, so that only one is told "new". */
    @Override
    public boolean add(Compensation failure, Instant nextAttemptAt) {
        Instant now = database.now();
        return retrying(session -> {
            boolean isNew = session.update(sql.refresh(failure, now, "")) == 0;
            if (isNew) {
                session.update(sql.insert(List.of(failure), nextAttemptAt, now, ""));
            }
            return isNew;
        });
    }

    @Override
    public void addIn(TransactionContext transaction, List<Compensation> owed, Instant nextAttemptAt, String token) {
        Session session = transaction.unwrap(Session.class);
        for (int start = 0; start < owed.size(); start += ROWS_PER_STATEMENT) {
            addIn(
                    session,
                    owed.subList(start, Math.min(owed.size(), start + ROWS_PER_STATEMENT)),
                    nextAttemptAt,
                    token);
        }
    }

    /** The next attempt's moment stands for the row's own, too: in somebody's transaction nobody is asked for the time. */
    private void addIn(Session session, List<Compensation> owed, Instant nextAttemptAt, String token) {
        if (database.dialect().orUpdate(List.of(), List.of()).isPresent()) {
            session.update(sql.insertOrRefresh(owed, nextAttemptAt, nextAttemptAt, token));
            return;
        }
        for (Compensation one : owed) {
            if (session.update(sql.refresh(one, nextAttemptAt, token)) == 0) {
                session.update(sql.insert(List.of(one), nextAttemptAt, nextAttemptAt, token));
            }
        }
    }

    @Override
    public boolean resolveIn(TransactionContext transaction, Compensation done, String token) {
        return transaction.unwrap(Session.class).update(sql.resolve(done, token)) == 1;
    }

    @Override
    public boolean resolveAllIn(TransactionContext transaction, List<Compensation> done, String token) {
        if (database.dialect().finding() == Dialect.Finding.SINGLY) {
            return CompensationStore.super.resolveAllIn(transaction, done, token);
        }
        Session session = transaction.unwrap(Session.class);
        return done.stream().collect(Collectors.groupingBy(CompensationSql::like)).values().stream()
                .flatMap(alike -> Chunks.of(alike, database.dialect().largestInList()).stream())
                .allMatch(some -> session.update(sql.resolveAll(some, token)) == some.size());
    }

    @Override
    public void handBack(List<Compensation> undone, String token, Instant next) {
        Instant now = database.now();
        int most = database.dialect().finding() == Dialect.Finding.SINGLY
                ? 1
                : database.dialect().largestInList();
        undone.stream()
                .collect(Collectors.groupingBy(what -> List.of(CompensationSql.like(what), what.reason())))
                .values()
                .stream()
                .flatMap(alike -> Chunks.of(alike, most).stream())
                .forEach(some -> retrying(session -> session.update(sql.handBack(some, token, next, now))));
    }

    @Override
    public long due(Optional<CompensationKind> kind, Instant now) {
        return retrying(session -> session.update(sql.due(kind, now)));
    }

    @Override
    public boolean due(long row, Instant now) {
        return retrying(session -> session.update(sql.due(row, now))) == 1;
    }

    @Override
    public boolean discard(long row) {
        return retrying(session -> session.update(sql.discard(row))) == 1;
    }

    @Override
    public Map<String, Set<CompensationKind>> open(String source, Set<CompensationKind> kinds, Collection<String> ids) {
        Map<String, Set<CompensationKind>> open = new HashMap<>();
        List<String> all = List.copyOf(ids);
        int largest = database.dialect().largestInList();
        for (int from = 0; from < all.size(); from += largest) {
            List<String> some = all.subList(from, Math.min(from + largest, all.size()));
            database.read(session -> any.areMissing(session, source)
                    ? List.<Boolean>of()
                    : session.query(
                            sql.open(source, kinds, some),
                            row -> open.computeIfAbsent(row.getString(1), id -> EnumSet.noneOf(CompensationKind.class))
                                    .addAll(CompensationSql.readKinds(row).toList())));
        }
        return open;
    }

    /** What somebody else is claiming at this moment is left to him, with SKIP LOCKED or without. */
    @Override
    public List<CompensationRow> claimDue(Instant now, Duration lease, String token, int limit) {
        int most = Math.min(limit, database.dialect().largestInList());
        return most <= 0
                ? List.of()
                : unlessLocked(session -> claim(session, now, now.plus(lease), token, most), List.of());
    }

    private <T> T unlessLocked(Function<Session, T> work, T otherwise) {
        try {
            return retrying(work);
        } catch (RuntimeException e) {
            FailureKind kind = FailureClassifier.kind(e);
            if (kind == FailureKind.LOCKED || kind == FailureKind.CONTENTION) {
                return otherwise;
            }
            throw e;
        }
    }

    private List<CompensationRow> claim(Session session, Instant now, Instant until, String token, int limit) {
        List<CompensationRow> due = session.query(sql.lockDue(now, limit), sql::read);
        if (due.isEmpty()) {
            return due;
        }
        session.update(sql.claim(due.stream().map(CompensationRow::row).toList(), token, until, now));
        List<CompensationRow> claimed = new ArrayList<>();
        for (CompensationRow row : due) {
            claimed.add(new CompensationRow(row.row(), row.what(), row.state(), row.attempts(), until, token));
        }
        return claimed;
    }

    @Override
    public boolean resolve(CompensationRow claimed) {
        return retrying(session -> session.update(sql.resolve(claimed))) == 1;
    }

    @Override
    public boolean reschedule(CompensationRow changed) {
        Instant now = database.now();
        return retrying(session -> session.update(sql.reschedule(changed, now))) == 1;
    }

    @Override
    public int postpone(List<CompensationRow> claimed, Instant next) {
        if (claimed.isEmpty()) {
            return 0;
        }
        String token = claimed.get(0).token();
        List<Long> rows = claimed.stream().map(CompensationRow::row).toList();
        Instant now = database.now();
        return retrying(session -> inLists(rows, some -> session.update(sql.postpone(some, token, next, now))));
    }

    @Override
    public int putOff(String rule, CompensationKind kind, String type, Instant now, Instant next, int limit) {
        return unlessLocked(
                session -> {
                    List<Long> due = session.query(sql.lockDue(rule, kind, type, now, limit), row -> row.getLong(1));
                    return inLists(due, some -> session.update(sql.postpone(some, next, now)));
                },
                0);
    }

    private int inLists(List<Long> rows, ToIntFunction<List<Long>> update) {
        int updated = 0;
        int largest = database.dialect().largestInList();
        for (int from = 0; from < rows.size(); from += largest) {
            updated += update.applyAsInt(rows.subList(from, Math.min(rows.size(), from + largest)));
        }
        return updated;
    }

    @Override
    public List<CompensationRow> of(OrderKey key) {
        return database.read(session -> session.query(sql.of(key), sql::read));
    }

    @Override
    public List<CompensationRow> list(long afterRow, int limit) {
        return database.read(session -> session.query(sql.list(afterRow, limit), sql::read));
    }

    @Override
    public CompensationCounts counts(Instant now) {
        return database.read(session -> session.first(sql.counts(), row -> sql.readCounts(row, now)))
                .orElse(CompensationCounts.NONE);
    }

    private <T> T retrying(Function<Session, T> work) {
        return database.inShortTransaction(transaction -> work.apply(transaction.unwrap(Session.class)));
    }
}

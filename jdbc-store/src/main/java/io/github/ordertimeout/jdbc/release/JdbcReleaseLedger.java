package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.close.LeftOut;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.schema.Cut;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Chunks;
import io.github.ordertimeout.jdbc.sql.InLists;
import io.github.ordertimeout.jdbc.sql.KeyByKey;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.transaction.TransactionContext;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The ledger's table, for those who do what closes owe. */
public final class JdbcReleaseLedger implements ReleaseLedger {
    private static final int LONGEST_NOTE = 255;

    private static final String ENTRY = "rule, closed_at, old_status, done_at, order_id, close_no, type";

    private final Database database;
    private final String table;

    /** In the table with that prefix. */
    public JdbcReleaseLedger(Database database, OwnTables tables) {
        this.database = database;
        this.table = tables.release();
    }

    @Override
    public Optional<Entry> find(OrderKey key, long closeNumber, String type) {
        Sql query = Sql.text("SELECT rule, closed_at, old_status, done_at FROM " + table)
                .then(row(key, closeNumber, type));
        return database.read(session -> session.first(query, this::entry));
    }

    @Override
    public Map<Row, Entry> findAll(Collection<Row> rows) {
        if (database.dialect().finding() == Dialect.Finding.SINGLY) {
            return ReleaseLedger.super.findAll(rows);
        }
        Map<Row, Entry> found = new HashMap<>();
        rows.stream().collect(Collectors.groupingBy(row -> row.key().source())).forEach((source, some) -> {
            for (List<Row> chunk : Chunks.of(some, database.dialect().largestInList())) {
                found.putAll(find(source, chunk));
            }
        });
        return found;
    }

    private Map<Row, Entry> find(String source, List<Row> rows) {
        Set<Row> asked = Set.copyOf(rows);
        Map<Row, Entry> found = new HashMap<>();
        List<String> ids = rows.stream().map(row -> row.key().id()).toList();
        Dialect dialect = database.dialect();
        Sql ofSource = Sql.text("SELECT " + ENTRY + " FROM " + table + dialect.forcePrimaryKey() + " WHERE source = ")
                .then(Bound.text(source))
                .then(" AND ");
        Sql query = dialect.finding() == Dialect.Finding.KEY_BY_KEY
                ? Sql.text("SELECT c.* FROM ")
                        .then(KeyByKey.rows(
                                dialect.asRows(ids).orElseThrow(), ofSource.then("order_id = " + KeyByKey.KEY)))
                : ofSource.then(InLists.of("order_id", ids, dialect.largestInList()));
        database.read(session -> session.query(query, row -> {
            Row key = new Row(new OrderKey(source, row.getString(5)), row.getLong(6), row.getString(7));
            return asked.contains(key) && found.put(key, entry(row)) == null;
        }));
        return found;
    }

    private Entry entry(ResultSet row) throws SQLException {
        return new Entry(
                row.getString(1),
                database.dialect().readInstant(row, 2),
                String.valueOf(row.getString(3)),
                row.getObject(4) != null);
    }

    @Override
    public List<Line> of(OrderKey key) {
        Sql query = Sql.text("SELECT close_no, type, rule, reason, actor, closed_at, done_at, note FROM " + table
                        + " WHERE source = ")
                .then(Bound.text(key.source()))
                .then(" AND order_id = ")
                .then(Bound.text(key.id()))
                .then(" ORDER BY close_no, type");
        return database.read(session -> session.query(
                query,
                row -> new Line(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        database.dialect().readInstant(row, 6),
                        row.getObject(7) != null,
                        Optional.ofNullable(row.getString(8)))));
    }

    @Override
    public boolean done(OrderKey key, long closeNumber, String type, Instant at, TransactionContext transaction) {
        Sql update = Sql.text("UPDATE " + table + " SET done_at = ")
                .then(database.dialect().instant(at))
                .then(row(key, closeNumber, type))
                .then(" AND done_at IS NULL");
        return transaction.unwrap(Session.class).update(update) == 1;
    }

    @Override
    public void allDone(List<Row> rows, Instant at, TransactionContext transaction) {
        Dialect dialect = database.dialect();
        if (dialect.finding() == Dialect.Finding.SINGLY) {
            ReleaseLedger.super.allDone(rows, at, transaction);
            return;
        }
        Session session = transaction.unwrap(Session.class);
        rows.stream()
                .collect(Collectors.groupingBy(
                        row -> List.of(row.key().source(), row.type(), Long.toString(row.closeNumber()))))
                .values()
                .stream()
                .flatMap(alike -> Chunks.of(alike, dialect.largestInList()).stream())
                .forEach(some -> {
                    if (session.update(allDone(some, at)) != some.size()) {
                        // Some were done before, or are not there: which ones, each tells by itself.
                        ReleaseLedger.super.allDone(some, at, transaction);
                    }
                });
    }

    private Sql allDone(List<Row> alike, Instant at) {
        List<String> ids = alike.stream().map(row -> row.key().id()).toList();
        Dialect dialect = database.dialect();
        Sql update = Sql.text("UPDATE " + table + dialect.forcePrimaryKey() + " SET done_at = ")
                .then(dialect.instant(at))
                .then(" WHERE ");
        return dialect.finding() == Dialect.Finding.KEY_BY_KEY
                ? update.then(KeyByKey.places(
                        "ctid",
                        table,
                        dialect.asRows(ids).orElseThrow(),
                        undone(alike.get(0), Sql.text("order_id = " + KeyByKey.KEY))))
                : update.then(undone(alike.get(0), InLists.of("order_id", ids, dialect.largestInList())));
    }

    private static Sql undone(Row any, Sql orders) {
        return Sql.text("source = ")
                .then(Bound.text(any.key().source()))
                .then(" AND ")
                .then(orders)
                .then(" AND close_no = ")
                .then(Bound.number(any.closeNumber()))
                .then(" AND type = ")
                .then(Bound.text(any.type()))
                .then(" AND done_at IS NULL");
    }

    @Override
    public void note(List<LeftOut> leftOut, TransactionContext transaction) {
        transaction
                .unwrap(Session.class)
                .batch(leftOut.stream()
                        .map(left -> Sql.text("UPDATE " + table + " SET note = ")
                                .then(Bound.text(Cut.to(LONGEST_NOTE, left.what())))
                                .then(row(left.order(), left.closeNumber(), left.type())))
                        .toList());
    }

    private static Sql row(OrderKey key, long closeNumber, String type) {
        return Sql.text(" WHERE source = ")
                .then(Bound.text(key.source()))
                .then(" AND order_id = ")
                .then(Bound.text(key.id()))
                .then(" AND close_no = ")
                .then(Bound.number(closeNumber))
                .then(" AND type = ")
                .then(Bound.text(type));
    }
}

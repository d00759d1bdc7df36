package io.github.ordertimeout.jdbc.settle;

import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.schema.Cut;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.InLists;
import io.github.ordertimeout.jdbc.sql.KeyByKey;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The statements on the compensation table. */
final class CompensationSql {
    /** What a newer version has written during an update is left to it; it must not keep this one from all other rows. */
    private static final String OF_THIS_VERSION = Arrays.stream(CompensationKind.values())
            .map(kind -> "'" + kind.name() + "'")
            .collect(Collectors.joining(", ", " AND c.kind IN (", ")"));

    private static final String KINDS_APART = ",";
    private static final int LONGEST_REASON = 1000;
    private static final List<String> KEY = List.of("source", "order_id", "kind", "type", "close_no");
    private static final String COLUMNS =
            "c.row_no, c.rule, c.source, c.order_id, c.kind, c.type, c.close_no, c.reason, c.state,"
                    + " c.attempts, c.next_attempt_at, c.token";

    private final Dialect dialect;
    private final String table;
    private final String key;

    CompensationSql(Dialect dialect, OwnTables tables) {
        this.dialect = dialect;
        this.table = tables.compensation();
        this.key = tables.compensationKey();
    }

    Sql insert(List<Compensation> failures, Instant nextAttemptAt, Instant now, String token) {
        return Sql.text("INSERT INTO " + table
                        + " (rule, source, order_id, kind, type, close_no, state, attempts, reason,"
                        + " next_attempt_at, created_at, updated_at, token) VALUES ")
                .then(Sql.join(
                        ", ",
                        failures.stream()
                                .map(failure -> row(failure, nextAttemptAt, now, token))
                                .toList()));
    }

    private Sql row(Compensation failure, Instant nextAttemptAt, Instant now, String token) {
        return values(
                Bound.text(failure.rule()),
                Bound.text(failure.key().source()),
                Bound.text(failure.key().id()),
                Bound.text(failure.kind().name()),
                Bound.text(failure.type()),
                Bound.number(failure.closeNumber()),
                Bound.text(CompensationState.PENDING.name()),
                Bound.number(failure.kind().attemptsWhenAdded()),
                reason(failure),
                dialect.instant(nextAttemptAt),
                dialect.instant(now),
                dialect.instant(now),
                Bound.text(token));
    }

    Sql insertOrRefresh(List<Compensation> failures, Instant nextAttemptAt, Instant now, String token) {
        return insert(failures, nextAttemptAt, now, token)
                .then(dialect.orUpdate(KEY, List.of("reason", "updated_at", "token"))
                        .orElseThrow());
    }

    /** With another token, so that whoever has claimed the row for the matter before cannot end it together with this one. */
    Sql refresh(Compensation failure, Instant now, String token) {
        return Sql.text("UPDATE " + table + " SET reason = ")
                .then(reason(failure))
                .then(", updated_at = ")
                .then(dialect.instant(now))
                .then(", token = ")
                .then(Bound.text(token))
                .then(of(failure));
    }

    Sql resolve(Compensation done, String token) {
        return Sql.text("DELETE FROM " + table)
                .then(of(done))
                .then(" AND token = ")
                .then(Bound.text(token));
    }

    /** What is the same of all rows that one statement deletes. */
    static List<String> like(Compensation what) {
        return List.of(what.key().source(), what.kind().name(), what.type(), Long.toString(what.closeNumber()));
    }

    /** Deletes rows that are {@link #like} each other, each of another order. */
    Sql resolveAll(List<Compensation> done, String token) {
        return Sql.text(dialect.deleteBy(table, key)).then(ofClaim(done, token));
    }

    /** Lets go of rows that are {@link #like} each other, each of another order, for one reason. */
    Sql handBack(List<Compensation> undone, String token, Instant next, Instant now) {
        return Sql.text("UPDATE " + table + dialect.forceIndex(key) + " SET token = '', reason = ")
                .then(reason(undone.get(0)))
                .then(", next_attempt_at = ")
                .then(dialect.instant(next))
                .then(", updated_at = ")
                .then(dialect.instant(now))
                .then(ofClaim(undone, token));
    }

    private Sql ofClaim(List<Compensation> alike, String token) {
        List<String> ids = alike.stream().map(one -> one.key().id()).toList();
        Compensation any = alike.get(0);
        return Sql.text(" WHERE ")
                .then(
                        dialect.finding() == Dialect.Finding.KEY_BY_KEY
                                ? KeyByKey.places(
                                        "row_no",
                                        table,
                                        dialect.asRows(ids).orElseThrow(),
                                        alike(any, token, Sql.text("order_id = " + KeyByKey.KEY)))
                                : alike(any, token, InLists.of("order_id", ids, dialect.largestInList())));
    }

    private static Sql alike(Compensation any, String token, Sql orders) {
        return Sql.text("source = ")
                .then(Bound.text(any.key().source()))
                .then(" AND ")
                .then(orders)
                .then(" AND kind = ")
                .then(Bound.text(any.kind().name()))
                .then(" AND type = ")
                .then(Bound.text(any.type()))
                .then(" AND close_no = ")
                .then(Bound.number(any.closeNumber()))
                .then(" AND token = ")
                .then(Bound.text(token));
    }

    private static Sql of(Compensation what) {
        return Sql.text(" WHERE source = ")
                .then(Bound.text(what.key().source()))
                .then(" AND order_id = ")
                .then(Bound.text(what.key().id()))
                .then(" AND kind = ")
                .then(Bound.text(what.kind().name()))
                .then(" AND type = ")
                .then(Bound.text(what.type()))
                .then(" AND close_no = ")
                .then(Bound.number(what.closeNumber()));
    }

    Sql due(Optional<CompensationKind> kind, Instant now) {
        Sql due = due(now);
        return kind.map(one -> due.then(" AND kind = ").then(Bound.text(one.name())))
                .orElse(due);
    }

    Sql due(long row, Instant now) {
        return due(now).then(" AND row_no = ").then(Bound.number(row));
    }

    private Sql due(Instant now) {
        return Sql.text("UPDATE " + table + " SET next_attempt_at = ")
                .then(dialect.instant(now))
                .then(" WHERE token = ''");
    }

    Sql discard(long row) {
        return Sql.text("DELETE FROM " + table + " WHERE row_no = ").then(Bound.number(row));
    }

    /** Which of these orders have open rows of these kinds: order and, for {@link #readKinds}, one kind or several. */
    Sql open(String source, Set<CompensationKind> kinds, List<String> ids) {
        Sql open = Sql.text("SELECT c.order_id, c.kind FROM " + table + " c" + dialect.forceIndex(key)
                        + " WHERE c.source = ")
                .then(Bound.text(source))
                .then(" AND c.kind IN ")
                .then(texts(kinds.stream().map(CompensationKind::name).sorted().toList()));
        // What nobody may plan as a join: each key by itself, or all of them by a list.
        if (dialect.finding() == Dialect.Finding.KEY_BY_KEY) {
            return Sql.text("SELECT c.order_id, c.kind FROM ")
                    .then(KeyByKey.rows(
                            dialect.asRows(ids).orElseThrow(),
                            Sql.text("SELECT order_id, kind FROM " + table + " WHERE source = ")
                                    .then(Bound.text(source))
                                    .then(" AND order_id = " + KeyByKey.KEY + " AND kind IN " + literals(kinds))));
        }
        return dialect.asRows(ids)
                .map(keys -> KeyByKey.value(
                        keys,
                        Sql.text("SELECT STRING_AGG(c.kind, '" + KINDS_APART + "') FROM " + table
                                        + " c WHERE c.source = ")
                                .then(Bound.text(source))
                                .then(" AND c.order_id = " + KeyByKey.KEY + " AND c.kind IN " + literals(kinds))))
                .orElseGet(() -> open.then(" AND c.order_id IN ").then(texts(ids)));
    }

    private static String literals(Set<CompensationKind> kinds) {
        return kinds.stream().map(kind -> "'" + kind.name() + "'").sorted().collect(Collectors.joining(", ", "(", ")"));
    }

    static Stream<CompensationKind> readKinds(ResultSet row) throws SQLException {
        return Stream.of(row.getString(2).split(KINDS_APART)).map(CompensationKind::valueOf);
    }

    Sql lockDue(Instant now, int limit) {
        return select().then(" WHERE c.next_attempt_at <= ")
                .then(dialect.instant(now))
                .then(OF_THIS_VERSION)
                .then(" ORDER BY c.next_attempt_at, c.row_no LIMIT ")
                .then(Bound.number(limit))
                .then(dialect.forUpdate("c"));
    }

    Sql claim(List<Long> rows, String token, Instant until, Instant now) {
        // By the key: a list that holds a good part of a short table would be a walk, which locks every row of it.
        return Sql.text("UPDATE " + table + dialect.forcePrimaryKey() + " SET token = ")
                .then(Bound.text(token))
                .then(", next_attempt_at = ")
                .then(dialect.instant(until))
                .then(", updated_at = ")
                .then(dialect.instant(now))
                .then(" WHERE row_no IN ")
                .then(values(rows.stream().map(Bound::number).toArray(Bound[]::new)));
    }

    Sql lockDue(String rule, CompensationKind kind, String type, Instant now, int limit) {
        return Sql.text("SELECT c.row_no FROM " + table + " c WHERE c.next_attempt_at <= ")
                .then(dialect.instant(now))
                .then(" AND c.rule = ")
                .then(Bound.text(rule))
                .then(" AND c.kind = ")
                .then(Bound.text(kind.name()))
                .then(" AND c.type = ")
                .then(Bound.text(type))
                .then(" ORDER BY c.next_attempt_at, c.row_no LIMIT ")
                .then(Bound.number(limit))
                .then(dialect.forUpdate("c"));
    }

    Sql postpone(List<Long> rows, Instant next, Instant now) {
        return claim(rows, "", next, now);
    }

    Sql postpone(List<Long> rows, String token, Instant next, Instant now) {
        return postpone(rows, next, now).then(" AND token = ").then(Bound.text(token));
    }

    Sql resolve(CompensationRow row) {
        return Sql.text("DELETE FROM " + table).then(claimedBy(row));
    }

    Sql reschedule(CompensationRow row, Instant now) {
        return Sql.text("UPDATE " + table + " SET token = '', state = ")
                .then(Bound.text(row.state().name()))
                .then(", attempts = ")
                .then(Bound.number(row.attempts()))
                .then(", reason = ")
                .then(reason(row.what()))
                .then(", next_attempt_at = ")
                .then(dialect.instant(row.nextAttemptAt()))
                .then(", updated_at = ")
                .then(dialect.instant(now))
                .then(claimedBy(row));
    }

    Sql of(OrderKey key) {
        return select().then(" WHERE c.source = ")
                .then(Bound.text(key.source()))
                .then(" AND c.order_id = ")
                .then(Bound.text(key.id()))
                .then(OF_THIS_VERSION)
                .then(" ORDER BY c.row_no");
    }

    Sql list(long afterRow, int limit) {
        return select().then(" WHERE c.row_no > ")
                .then(Bound.number(afterRow))
                .then(OF_THIS_VERSION)
                .then(" ORDER BY c.row_no LIMIT ")
                .then(Bound.number(limit));
    }

    Sql counts() {
        return Sql.text(
                "SELECT COUNT(CASE WHEN state = 'PENDING' THEN 1 END), COUNT(CASE WHEN state = 'DEAD' THEN 1 END),"
                        + " MIN(next_attempt_at) FROM " + table + " WHERE kind <> '" + CompensationKind.RECHECK.name()
                        + "'");
    }

    CompensationCounts readCounts(ResultSet row, Instant now) throws SQLException {
        Optional<Instant> earliest =
                row.getString(3) == null ? Optional.empty() : Optional.of(dialect.readInstant(row, 3));
        return CompensationCounts.of(row.getLong(1), row.getLong(2), earliest, now);
    }

    CompensationRow read(ResultSet row) throws SQLException {
        Compensation what = new Compensation(
                row.getString(2),
                new OrderKey(row.getString(3), row.getString(4)),
                CompensationKind.valueOf(row.getString(5)),
                row.getString(6),
                row.getLong(7),
                row.getString(8));
        return new CompensationRow(
                row.getLong(1),
                what,
                CompensationState.valueOf(row.getString(9)),
                row.getInt(10),
                dialect.readInstant(row, 11),
                row.getString(12));
    }

    private Sql select() {
        return Sql.text("SELECT " + COLUMNS + " FROM " + table + " c");
    }

    private static Sql claimedBy(CompensationRow row) {
        return Sql.text(" WHERE row_no = ")
                .then(Bound.number(row.row()))
                .then(" AND token = ")
                .then(Bound.text(row.token()));
    }

    private static Sql texts(List<String> texts) {
        return values(texts.stream().map(Bound::text).toArray(Bound[]::new));
    }

    private static Sql values(Bound... values) {
        return Sql.join(", ", Stream.of(values).map(Sql::value).toList()).inParentheses();
    }

    /** Cut, never refused: a reason too long must not cost the row. */
    private static Bound reason(Compensation failure) {
        return Bound.text(Cut.to(LONGEST_REASON, failure.reason()));
    }
}

package io.github.ordertimeout.jdbc.close;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.schema.Cut;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.InLists;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderSnapshot;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What was closed and released, row by row; the key is source, order, close number and type. */
final class Ledger {
    private static final Duration DAY = Duration.ofHours(24);
    private static final int ROWS_PER_STATEMENT = 500;
    private static final String COLUMNS =
            "source, order_id, close_no, type, rule, reason, actor, old_status, token, closed_at, done_at";

    private final String table;
    private final String source;
    private final Dialect dialect;

    Ledger(String table, String source, Dialect dialect) {
        this.table = table;
        this.source = source;
        this.dialect = dialect;
    }

    /** The greatest close number of the order with that key; null where it has none. One row and column. */
    Sql lastNumber(Sql key) {
        return Sql.text("SELECT close_no").then(of(key)).then(" ORDER BY close_no DESC LIMIT 1");
    }

    /** The greatest close number of each of these orders. */
    Sql lastNumbers(List<String> ids) {
        return Sql.text("SELECT order_id, MAX(close_no)").then(among(ids)).then(" GROUP BY order_id");
    }

    /** How many closes by that rule the last 24 hours saw, per order. */
    Sql closesOfDay(List<String> ids, String rule, Instant now) {
        return Sql.text("SELECT order_id, COUNT(DISTINCT close_no)")
                .then(among(ids))
                .then(" AND rule = ")
                .then(Bound.text(rule))
                .then(" AND closed_at > ")
                .then(dialect.instant(now.minus(DAY)))
                .then(" GROUP BY order_id");
    }

    private Sql of(Sql key) {
        return Sql.text(" FROM " + table + " WHERE source = ")
                .then(Bound.text(source))
                .then(" AND order_id = ")
                .then(key);
    }

    private Sql among(List<String> ids) {
        return Sql.text(" FROM " + table + dialect.forcePrimaryKey() + " WHERE source = ")
                .then(Bound.text(source))
                .then(" AND ")
                .then(InLists.of("order_id", ids, dialect.largestInList()));
    }

    /**
     * Writes one row per close and type; for work done in this transaction it is done already.
     *
     * @throws CloseFailedException if a row exists: never ignored, since then a release would be doubled or lost
     */
    void write(Session session, List<ClosedOrder> closed, CloseBatch batch) {
        Optional<Sql> fromArrays = fromArrays(closed, batch);
        if (fromArrays.isPresent()) {
            insert(session, fromArrays.get());
            return;
        }
        List<Sql> rows = new ArrayList<>();
        for (String type : types(batch)) {
            Function<ClosedOrder, Sql> row = rows(closed.get(0), type, batch);
            closed.forEach(order -> rows.add(row.apply(order)));
        }
        for (int start = 0; start < rows.size(); start += ROWS_PER_STATEMENT) {
            insert(session, values(rows.subList(start, Math.min(rows.size(), start + ROWS_PER_STATEMENT))));
        }
    }

    private Sql values(List<Sql> rows) {
        return Sql.text("INSERT INTO " + table + " (" + COLUMNS + ") VALUES ").then(Sql.join(", ", rows));
    }

    /** What differs from order to order as arrays, what differs from type to type as rows, the rest once. */
    private Optional<Sql> fromArrays(List<ClosedOrder> closed, CloseBatch batch) {
        return dialect.arrayOfNumbers(
                        closed.stream().map(ClosedOrder::closeNumber).toList())
                .map(numbers -> fromArrays(closed, numbers, batch));
    }

    private Sql fromArrays(List<ClosedOrder> closed, Bound numbers, CloseBatch batch) {
        ClosedOrder any = closed.get(0);
        List<Sql> types = types(batch).stream()
                .map(type -> Sql.join(", ", List.of(typed(Bound.text(type), "varchar"), doneAt(any, type, batch)))
                        .inParentheses())
                .toList();
        List<Sql> columns = List.of(
                Sql.value(Bound.text(source)),
                Sql.text("o.id"),
                Sql.text("o.close_no"),
                Sql.text("t.type"),
                Sql.value(Bound.text(any.rule())),
                Sql.value(Bound.text(Cut.to(255, batch.cause().reason()))),
                Sql.value(Bound.text(Cut.to(100, batch.cause().actor()))),
                Sql.text("o.status"),
                Sql.value(Bound.text(batch.token())),
                Sql.value(dialect.instant(any.closedAt())),
                Sql.text("t.done_at"));
        return Sql.text("INSERT INTO " + table + " (" + COLUMNS + ") SELECT ")
                .then(Sql.join(", ", columns))
                .then(" FROM unnest(")
                .then(texts(closed, order -> order.order().id()))
                .then(", ")
                .then(numbers)
                .then(", ")
                .then(texts(closed, order -> Cut.to(255, order.order().status())))
                .then(") o(id, close_no, status) CROSS JOIN (VALUES ")
                .then(Sql.join(", ", types))
                .then(") t(type, done_at)");
    }

    private Bound texts(List<ClosedOrder> closed, Function<ClosedOrder, String> of) {
        return dialect.array(closed.stream().map(of).toList()).orElseThrow();
    }

    private Sql doneAt(ClosedOrder order, String type, CloseBatch batch) {
        String moment = "timestamp with time zone";
        return batch.owedTypes().contains(type)
                ? Sql.text("CAST(NULL AS " + moment + ")")
                : typed(dialect.instant(order.closedAt()), moment);
    }

    private static Sql typed(Bound value, String type) {
        return Sql.text("CAST(").then(value).then(" AS " + type + ")");
    }

    /** Every close leaves a row: the next close number is drawn from it. */
    private static List<String> types(CloseBatch batch) {
        return batch.releaseTypes().isEmpty() ? List.of("none") : batch.releaseTypes();
    }

    /** Writes no row: only asks whether rows may be written. */
    void rehearse(Session session) {
        session.update(Sql.text("INSERT INTO " + table + " SELECT * FROM " + table + " WHERE 1 = 0"));
    }

    private Sql row(ClosedOrder order, String type, CloseBatch batch) {
        List<Sql> values = new ArrayList<>();
        for (String text : List.of(
                source,
                order.order().id(),
                Long.toString(order.closeNumber()),
                type,
                order.rule(),
                Cut.to(255, batch.cause().reason()),
                Cut.to(100, batch.cause().actor()),
                Cut.to(255, order.order().status()),
                batch.token())) {
            values.add(Sql.value(Bound.text(text)));
        }
        values.set(2, Sql.value(Bound.number(order.closeNumber())));
        values.add(Sql.value(dialect.instant(order.closedAt())));
        values.add(batch.owedTypes().contains(type) ? Sql.text("NULL") : Sql.value(dialect.instant(order.closedAt())));
        return Sql.join(", ", values).inParentheses();
    }

    /** How the rows of one type are made: what is the same for all of them once, in the text where the dialect has literals. */
    private Function<ClosedOrder, Sql> rows(ClosedOrder any, String type, CloseBatch batch) {
        Optional<String> before = dialect.literal(source);
        Optional<String> between = literals(
                type,
                any.rule(),
                Cut.to(255, batch.cause().reason()),
                Cut.to(100, batch.cause().actor()));
        Optional<String> moment = dialect.literal(any.closedAt());
        Optional<String> token = dialect.literal(batch.token());
        if (before.isEmpty() || between.isEmpty() || moment.isEmpty() || token.isEmpty()) {
            return order -> row(order, type, batch);
        }
        String done = batch.owedTypes().contains(type) ? "NULL" : moment.get();
        String end = ", " + token.get() + ", " + moment.get() + ", " + done + ")";
        return order -> {
            Optional<String> id = dialect.literal(order.order().id());
            Optional<String> status = dialect.literal(Cut.to(255, order.order().status()));
            boolean alike = order.rule().equals(any.rule()) && order.closedAt().equals(any.closedAt());
            return alike && id.isPresent() && status.isPresent()
                    ? Sql.text("(" + before.get() + ", " + id.get() + ", " + order.closeNumber() + ", " + between.get()
                            + ", " + status.get() + end)
                    : row(order, type, batch);
        };
    }

    private Optional<String> literals(String... texts) {
        List<String> literals = new ArrayList<>();
        for (String text : texts) {
            dialect.literal(text).ifPresent(literals::add);
        }
        return literals.size() < texts.length ? Optional.empty() : Optional.of(String.join(", ", literals));
    }

    /** One statement of many rows, not a batch: drivers that rewrite batched inserts do not count them. */
    private void insert(Session session, Sql insert) {
        try {
            session.update(insert);
        } catch (RuntimeException e) {
            CloseFailedException failure = FailureClassifier.classify(e);
            if (failure.kind() != FailureKind.ORDER || !isConflict(e)) {
                throw failure;
            }
            throw new CloseFailedException(
                    FailureKind.ORDER,
                    "ledger conflict",
                    "The ledger " + table
                            + " already holds a close of this number: a bug, or somebody else writes there."
                            + " Nothing was closed. " + failure.getMessage(),
                    e);
        }
    }

    /** Integrity violations are class 23 of the SQL states everywhere. */
    private static boolean isConflict(Throwable failure) {
        for (Throwable one = failure; one != null; one = one.getCause()) {
            if (one instanceof SQLException sql
                    && String.valueOf(sql.getSQLState()).startsWith("23")) {
                return true;
            }
        }
        return false;
    }

    /** What the transaction with the batch's token closed. */
    List<ClosedOrder> closedBy(Session session, CloseBatch batch) {
        Map<String, OrderSnapshot> asked = new LinkedHashMap<>();
        batch.orders().forEach(order -> asked.put(order.id(), order));
        Sql query = Sql.text("SELECT DISTINCT order_id, close_no, closed_at, rule FROM " + table + " WHERE token = ")
                .then(Bound.text(batch.token()))
                .then(" AND source = ")
                .then(Bound.text(source))
                .then(" ORDER BY order_id");
        return session
                .query(query, row -> {
                    OrderSnapshot order = asked.get(row.getString(1));
                    return order == null
                            ? Optional.<ClosedOrder>empty()
                            : Optional.of(new ClosedOrder(
                                    order, row.getLong(2), dialect.readInstant(row, 3), row.getString(4)));
                })
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }
}

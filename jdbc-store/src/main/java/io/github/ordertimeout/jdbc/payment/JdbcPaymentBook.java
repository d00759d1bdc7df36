package io.github.ordertimeout.jdbc.payment;

import io.github.ordertimeout.jdbc.database.AnyRows;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.InLists;
import io.github.ordertimeout.jdbc.sql.KeyByKey;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.payment.PaymentBook;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.transaction.TransactionContext;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Payments in the library's own table, beside the orders. */
public final class JdbcPaymentBook implements PaymentBook {
    private static final String COLUMNS = "source, order_id, reference, rule, standing, amount, seen_at, token";
    private static final List<String> KEY = List.of("source", "order_id", "reference");

    private final Database database;
    private final Dialect dialect;
    private final String table;
    private final AnyRows any;

    /** In the table with that prefix. */
    public JdbcPaymentBook(Database database, OwnTables tables) {
        this.database = database;
        this.dialect = database.dialect();
        this.table = tables.payment();
        this.any = new AnyRows(table + dialect.forcePrimaryKey());
    }

    /**
     * An insert that leaves an existing row as it is, before anything is read: a locking read that finds nothing would, in
     * InnoDB's REPEATABLE READ, lock the gap that the payments of other orders go into, and two callbacks would wait for each
     * other's inserts.
     */
    @Override
    public void add(SeenPayment payment, TransactionContext transaction) {
        Session session = transaction.unwrap(Session.class);
        Sql insert = insert(payment);
        Optional<String> orNothing = dialect.orUpdate(KEY, List.of("source"));
        if (orNothing.isPresent()) {
            session.update(insert.then(orNothing.get()));
        } else if (session.query(select(payment.key()).then(reference(payment)).then(" FOR UPDATE"), row -> true)
                .isEmpty()) {
            session.update(insert);
        }
    }

    @Override
    public List<SeenPayment> of(OrderKey key, TransactionContext transaction) {
        return transaction.unwrap(Session.class).query(select(key).then(" ORDER BY reference FOR UPDATE"), this::read);
    }

    @Override
    public void change(SeenPayment changed, TransactionContext transaction) {
        transaction
                .unwrap(Session.class)
                .update(Sql.text("UPDATE " + table + " SET standing = ")
                        .then(Bound.text(changed.standing().name()))
                        .then(", amount = ")
                        .then(amount(changed.amount()))
                        .then(", token = ")
                        .then(Bound.text(changed.token()))
                        .then(of(changed.key()))
                        .then(reference(changed)));
    }

    @Override
    public Set<OrderKey> holding(Collection<OrderKey> keys) {
        if (keys.isEmpty()) {
            return Set.of();
        }
        String source = keys.iterator().next().source();
        List<String> ids = keys.stream().map(OrderKey::id).toList();
        return database.read(session -> held(session, source, ids)).stream()
                .map(id -> new OrderKey(source, id))
                .collect(Collectors.toSet());
    }

    @Override
    public Optional<SeenPayment> find(OrderKey key, String reference) {
        return database.read(session ->
                session.first(select(key).then(" AND reference = ").then(Bound.text(reference)), this::read));
    }

    /**
     * Which of these orders have money that belongs to them: they must not be closed. To be read under the orders' locks, since
     * whoever writes about an order's payments holds its row.
     */
    public Set<String> held(Session session, String source, List<String> ids) {
        boolean none = ids.isEmpty() || dialect.finding() == Dialect.Finding.LISTS && any.areMissing(session, source);
        return none ? Set.of() : Set.copyOf(session.query(heldQuery(source, ids), row -> row.getString(1)));
    }

    Sql heldQuery(String source, List<String> ids) {
        return dialect.asRows(ids)
                .map(keys -> KeyByKey.value(keys, holds(source, Sql.text(KeyByKey.KEY))))
                .orElseGet(() -> Sql.text("SELECT order_id")
                        .then(holding(source))
                        .then(InLists.of("order_id", ids, dialect.largestInList())));
    }

    /** 1 where there is any payment of the source, no row elsewhere: of many keys none need then be looked up. */
    public Sql first(String source) {
        return Sql.text("SELECT 1 FROM " + table + " WHERE source = ")
                .then(Bound.text(source))
                .then(" ORDER BY source, order_id LIMIT 1");
    }

    /** 1 where the order with that key has money that belongs to it, no row elsewhere. */
    public Sql holds(String source, Sql key) {
        return Sql.text("SELECT 1")
                .then(holding(source))
                .then("order_id = ")
                .then(key)
                .then(" LIMIT 1");
    }

    private Sql holding(String source) {
        List<Sql> standings = Arrays.stream(PaymentStanding.values())
                .filter(PaymentStanding::holdsOrder)
                .map(standing -> Sql.text("'" + standing.name() + "'"))
                .toList();
        return Sql.text(" FROM " + table + dialect.forcePrimaryKey() + " WHERE source = ")
                .then(Bound.text(source))
                .then(" AND standing IN ")
                .then(Sql.join(", ", standings).inParentheses())
                .then(" AND ");
    }

    private Sql insert(SeenPayment payment) {
        return Sql.text("INSERT INTO " + table + " (" + COLUMNS + ") VALUES ")
                .then(Sql.join(
                                ", ",
                                List.of(
                                        Sql.value(Bound.text(payment.key().source())),
                                        Sql.value(Bound.text(payment.key().id())),
                                        Sql.value(Bound.text(payment.reference())),
                                        Sql.value(Bound.text(payment.rule())),
                                        Sql.value(Bound.text(payment.standing().name())),
                                        Sql.value(amount(payment.amount())),
                                        Sql.value(dialect.instant(payment.seenAt())),
                                        Sql.value(Bound.text(payment.token()))))
                        .inParentheses());
    }

    private Sql select(OrderKey key) {
        return Sql.text("SELECT " + COLUMNS + " FROM " + table).then(of(key));
    }

    private static Sql of(OrderKey key) {
        return Sql.text(" WHERE source = ")
                .then(Bound.text(key.source()))
                .then(" AND order_id = ")
                .then(Bound.text(key.id()));
    }

    private static Sql reference(SeenPayment payment) {
        return Sql.text(" AND reference = ").then(Bound.text(payment.reference()));
    }

    private SeenPayment read(ResultSet row) throws SQLException {
        return new SeenPayment(
                new OrderKey(row.getString(1), row.getString(2)),
                row.getString(3),
                row.getString(4),
                PaymentStanding.valueOf(row.getString(5)),
                Optional.ofNullable(row.getBigDecimal(6)).map(JdbcPaymentBook::withoutPadding),
                dialect.readInstant(row, 7),
                row.getString(8));
    }

    /** Without the zeros that the column's scale adds. */
    private static BigDecimal withoutPadding(BigDecimal amount) {
        BigDecimal stripped = amount.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private static Bound amount(Optional<BigDecimal> amount) {
        return (statement, position) -> {
            if (amount.isPresent()) {
                statement.setBigDecimal(position, amount.get());
            } else {
                statement.setNull(position, Types.NUMERIC);
            }
        };
    }
}

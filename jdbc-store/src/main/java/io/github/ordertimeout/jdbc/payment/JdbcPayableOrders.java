package io.github.ordertimeout.jdbc.payment;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.mapping.Assignment;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.mapping.Flag;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.mapping.StatusValues;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.payment.PayableOrder;
import io.github.ordertimeout.payment.PayableOrder.Standing;
import io.github.ordertimeout.payment.PayableOrders;
import io.github.ordertimeout.transaction.TransactionContext;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rows of a table as a payment meets them. */
public final class JdbcPayableOrders implements PayableOrders {
    private final Database database;
    private final RuleMapping mapping;
    private final OrderSelect select;
    private final String ledger;

    /** For orders of this rule; the ledger tells which were closed where no status does. */
    public JdbcPayableOrders(Database database, RuleMapping mapping, OwnTables tables) {
        this.database = database;
        this.mapping = mapping;
        this.select = new OrderSelect(mapping);
        this.ledger = tables.release();
    }

    @Override
    public boolean canBePaid() {
        return !mapping.status().paid().isEmpty()
                || !mapping.payment().paidWhen().isEmpty();
    }

    @Override
    public List<String> idsByNumber(String number, TransactionContext transaction) {
        Optional<TypedColumn> column = mapping.columns().number();
        Optional<Bound> value = column.flatMap(typed -> typed.tryBind(number));
        if (value.isEmpty()) {
            return List.of();
        }
        Sql query = Sql.text("SELECT ")
                .then(mapping.id().of("o"))
                .then(mapping.from())
                .then(" WHERE ")
                .then(column.orElseThrow().of("o"))
                .then(" = ")
                .then(value.get())
                .then(" AND ")
                .then(mapping.pinned())
                .then(" LIMIT 2");
        return transaction
                .unwrap(Session.class)
                .query(query, row -> String.valueOf(mapping.id().canonicalText(row, 1)));
    }

    /** A row as it was read under its lock, before the ledger is asked. */
    private record Locked(OrderSnapshot order, boolean open, boolean paid, boolean selected) {}

    @Override
    public Optional<PayableOrder> lock(String id, TransactionContext transaction) {
        Optional<Bound> value = mapping.id().tryBindId(id);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        Session session = transaction.unwrap(Session.class);
        Instant now = database.now(session);
        Sql query = Sql.text("SELECT ")
                .then(Sql.join(
                        ", ",
                        List.of(
                                select.list(mapping.selection().sign(now)),
                                Flag.of(mapping.status().isOpen("o")),
                                Flag.of(mapping.payment().isPaid()),
                                Flag.of(mapping.selection().wanted(now)))))
                .then(mapping.fromById())
                .then(" WHERE ")
                .then(mapping.id().of("o"))
                .then(" = ")
                .then(value.get())
                .then(" AND ")
                .then(mapping.pinned())
                .then(mapping.dialect().forUpdateWaiting("o"));
        List<Locked> rows = session.query(query, this::read).stream()
                // a collation may have found an id in another case
                .filter(row -> row.order().id().equals(mapping.id().canonical(id)))
                .toList();
        return only(id, rows).map(row -> new PayableOrder(row.order(), standing(session, row), row.selected(), now));
    }

    private Optional<Locked> only(String id, List<Locked> rows) {
        if (rows.size() > 1) {
            throw new OrderTimeoutException("Id " + id + " means several rows of `" + mapping.source()
                    + "`: id-column must be unique among the rule's orders.");
        }
        return rows.stream().findFirst();
    }

    private Locked read(ResultSet row) throws SQLException {
        OrderSnapshot order = select.read(row).order();
        int flags = select.size() + 1;
        boolean paid = Flag.read(row, flags + 1) || mapping.status().paid(order.status());
        return new Locked(order, Flag.read(row, flags), paid, Flag.read(row, flags + 2));
    }

    private Standing standing(Session session, Locked row) {
        if (row.paid()) {
            return Standing.PAID;
        }
        StatusValues status = mapping.status();
        boolean closedByFlag = status.closed().isEmpty()
                && !row.selected()
                && wasClosed(session, row.order().key());
        if (status.closed(row.order().status()) || closedByFlag) {
            return Standing.CLOSED;
        }
        return row.open() ? Standing.OPEN : Standing.OTHER;
    }

    /** A locking read: the order's row is ours, so that nobody writes such a row now, but an old snapshot might hide one. */
    private boolean wasClosed(Session session, OrderKey key) {
        Sql query = Sql.text("SELECT close_no FROM " + ledger + " WHERE source = ")
                .then(Bound.text(key.source()))
                .then(" AND order_id = ")
                .then(Bound.text(key.id()))
                .then(" FOR UPDATE");
        return !session.query(query, row -> true).isEmpty();
    }

    @Override
    public boolean pay(PayableOrder order, String reference, TransactionContext transaction) {
        CloseMoment moment =
                new CloseMoment(order.now(), reference, mapping.rule().name());
        StatusValues status = mapping.status();
        List<Sql> set = new ArrayList<>();
        for (Assignment assignment : mapping.payment().assignments()) {
            set.add(assignment.sql(moment));
        }
        status.paid().stream()
                .findFirst()
                .ifPresent(paid -> set.add(
                        status.column().sql().then(" = ").then(status.column().bind(paid))));
        List<Sql> conditions = new ArrayList<>();
        conditions.add(mapping.idIn(List.of(order.order().id())));
        conditions.add(status.isOpen("o"));
        if (!mapping.payment().paidWhen().isEmpty()) {
            conditions.add(Flag.not(mapping.payment().isPaid()));
        }
        conditions.add(mapping.pinned());
        Sql update = Sql.text("UPDATE " + mapping.table().quoted() + " o" + mapping.byId() + " SET ")
                .then(Sql.join(", ", set))
                .then(" WHERE ")
                .then(Sql.and(conditions));
        return transaction.unwrap(Session.class).update(update) == 1;
    }

    @Override
    public List<String> idsOfGroup(String group, TransactionContext transaction) {
        return ids(transaction.unwrap(Session.class), ofGroup(group));
    }

    @Override
    public Set<String> openOfGroup(String group) {
        Sql open = ofGroup(group).then(" AND ").then(mapping.status().isOpen("o"));
        return Set.copyOf(database.read(session -> ids(session, open)));
    }

    private List<String> ids(Session session, Sql query) {
        return session.query(query, row -> String.valueOf(mapping.id().canonicalText(row, 1)));
    }

    private Sql ofGroup(String group) {
        TypedColumn column = mapping.payment().group().orElseThrow();
        return Sql.text("SELECT ")
                .then(mapping.id().of("o"))
                .then(mapping.from())
                .then(" WHERE ")
                .then(column.of("o"))
                .then(" = ")
                .then(column.bind(group))
                .then(" AND ")
                .then(mapping.pinned());
    }
}

package io.github.ordertimeout.jdbc.close;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.mapping.OrderRow;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.transaction.TransactionContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What happens between begin and commit, in this order. */
final class ClosingTransaction {
    private final ClosingSql statements;
    private final OrderSelect select;
    private final Ledger ledger;
    private final AlsoExecute alsoExecute;
    private final ItemsFirst itemsFirst;
    private final OwnRecords records;

    ClosingTransaction(
            ClosingSql statements,
            OrderSelect select,
            Ledger ledger,
            AlsoExecute alsoExecute,
            ItemsFirst itemsFirst,
            OwnRecords records) {
        this.statements = statements;
        this.select = select;
        this.ledger = ledger;
        this.alsoExecute = alsoExecute;
        this.itemsFirst = itemsFirst;
        this.records = records;
    }

    /**
     * What a transaction did.
     *
     * @param closed what it closed
     * @param reclosing what it left open since it had been closed too often
     * @param paid what it left open since the guard has taken money for it
     */
    record Outcome(List<ClosedOrder> closed, Set<String> reclosing, Set<String> paid) {}

    /** Reads nothing: only asks whether it may be read. */
    void rehearse(Session session) {
        records.rehearse(session);
    }

    /**
     * Closes what may be closed.
     *
     * @param ids of the batch's orders
     * @param asked the same as a set
     */
    Outcome run(CloseBatch batch, List<String> ids, Set<String> asked, TransactionContext transaction) {
        Session session = transaction.unwrap(Session.class);
        ClosingSql sql = statements.ofOneTransaction();
        CloseMoment moment = new CloseMoment(
                batch.now(), batch.cause().reason(), batch.cause().rule());
        Map<String, OrderRow> locked = lock(sql, session, batch, ids, asked);
        if (sql.readsOtherTables() && !locked.isEmpty()) {
            secondLook(sql, session, batch, locked);
        }
        if (locked.isEmpty()) {
            return new Outcome(List.of(), Set.of(), Set.of());
        }
        OwnRecords.Found found = records.of(session, List.copyOf(locked.keySet()), batch);
        Set<String> paid = found.paid();
        locked.keySet().removeAll(paid);
        Set<String> reclosing = new TreeSet<>(found.reclosing());
        reclosing.retainAll(locked.keySet());
        locked.keySet().removeAll(reclosing);
        List<ClosedOrder> closed = new ArrayList<>();
        locked.forEach((id, row) -> closed.add(new ClosedOrder(
                row.order(), found.nextNumber(id), batch.now(), batch.cause().rule())));
        if (!closed.isEmpty()) {
            update(sql, session, batch, moment, List.copyOf(locked.keySet()));
            ledger.write(session, closed, batch);
            release(batch, transaction, moment, List.copyOf(locked.values()), List.copyOf(closed));
        }
        return new Outcome(closed, reclosing, paid);
    }

    private void release(
            CloseBatch batch,
            TransactionContext transaction,
            CloseMoment moment,
            List<OrderRow> rows,
            List<ClosedOrder> closed) {
        Session session = transaction.unwrap(Session.class);
        if (alsoExecute.isEmpty()) {
            batch.work().run(closed, transaction);
            return;
        }
        itemsFirst.during(closed.stream().map(ClosedOrder::order).toList(), session, () -> {
            alsoExecute.run(session, rows, moment);
            batch.work().run(closed, transaction);
        });
    }

    /**
     * Trusted SQL of the conditions may read other tables, and reads them as of the statement's begin: a payment that was
     * committed while the statement waited for or walked to its order's lock would be overlooked. Under the locks nobody who
     * writes the order's row can come in between any more, and a statement that begins now sees all of them.
     */
    private void secondLook(ClosingSql sql, Session session, CloseBatch batch, Map<String, OrderRow> locked) {
        Set<String> asked = locked.keySet();
        asked.retainAll(lock(sql, session, batch, List.copyOf(asked), asked).keySet());
    }

    /** By canonical id, in the order of locking. A collation may return ids in another case than asked: not ours. */
    private Map<String, OrderRow> lock(
            ClosingSql sql, Session session, CloseBatch batch, List<String> ids, Set<String> asked) {
        Map<String, OrderRow> locked = new LinkedHashMap<>();
        for (OrderRow row : session.query(sql.lock(ids, batch.now(), batch.cause()), select::read)) {
            String id = row.order().id();
            if (asked.contains(id) && locked.put(id, row) != null) {
                throw new OrderTimeoutException("Id " + id + " means several rows of `"
                        + row.order().key().source() + "`: id-column must be unique among the rule's orders.");
            }
        }
        return locked;
    }

    /**
     * The count is right whether the driver counts rows found or rows changed (MySQL's useAffectedRows): that a close falsifies
     * its own guard was proved at start, so every row found is changed too.
     */
    private void update(ClosingSql sql, Session session, CloseBatch batch, CloseMoment moment, List<String> ids) {
        int updated = session.update(sql.update(ids, moment, batch.cause()));
        if (updated != ids.size()) {
            throw new CloseFailedException(
                    FailureKind.ORDER,
                    "update count",
                    "The update changed " + updated + " of " + ids.size()
                            + " locked orders: a trigger or a rule of the table stands in the way. Nothing was closed.",
                    new IllegalStateException("update count"));
        }
    }
}

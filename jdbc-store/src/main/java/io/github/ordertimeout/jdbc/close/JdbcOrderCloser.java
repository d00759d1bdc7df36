package io.github.ordertimeout.jdbc.close;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.close.OrderCloser;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.dialect.TimeLimits;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.payment.JdbcPaymentBook;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.transaction.Transactions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Closes rows of a table. */
public final class JdbcOrderCloser implements OrderCloser {
    private final Database database;
    private final RuleMapping mapping;
    private final Transactions transactions;
    private final ClosingSql sql;
    private final Ledger ledger;
    private final AlsoExecute alsoExecute;
    private final ClosingTransaction closing;
    private final Bystanders bystanders;

    /**
     * Closes orders of this rule.
     *
     * @param ledgerTable the ledger's name as SQL text
     * @param payments the payments that the guard has taken
     * @param itemsFirst notes what the orders hold before the rule's statements run
     */
    public JdbcOrderCloser(
            Database database,
            RuleMapping mapping,
            String ledgerTable,
            JdbcPaymentBook payments,
            ItemsFirst itemsFirst) {
        OrderSelect select = new OrderSelect(mapping);
        this.database = database;
        this.mapping = mapping;
        this.transactions = database.transactions(new TimeLimits(
                mapping.rule().close().lockTimeout(), mapping.rule().close().statementTimeout()));
        this.sql = new ClosingSql(mapping, select);
        this.ledger = new Ledger(ledgerTable, mapping.source(), mapping.dialect());
        this.alsoExecute = new AlsoExecute(mapping);
        this.closing = new ClosingTransaction(
                sql,
                select,
                ledger,
                alsoExecute,
                itemsFirst,
                new OwnRecords(
                        ledger,
                        mapping.rule().paymentCheck() ? Optional.of(payments) : Optional.empty(),
                        mapping.source(),
                        mapping.dialect()));
        this.bystanders = new Bystanders(database, mapping, sql);
    }

    @Override
    public CloseResult close(CloseBatch batch) {
        List<String> ids = ids(batch);
        Set<String> asked = distinct(ids);
        // Not inside the transaction, which may have the pool's only connection.
        mapping.deadline().refresh(database);
        ClosingTransaction.Outcome outcome;
        try {
            outcome = transactions.inTransaction(transaction -> closing.run(batch, ids, asked, transaction));
        } catch (Throwable e) {
            throw FailureClassifier.classify(e);
        }
        Map<String, NotClosed> notClosed = new LinkedHashMap<>();
        outcome.reclosing().forEach(id -> notClosed.put(id, new NotClosed.Reclosing()));
        outcome.paid().forEach(id -> notClosed.put(id, new NotClosed.Inconsistent()));
        if (outcome.closed().size() < ids.size()) {
            Set<String> rest = new LinkedHashSet<>(ids);
            outcome.closed().forEach(order -> rest.remove(order.order().id()));
            rest.removeAll(outcome.reclosing());
            rest.removeAll(outcome.paid());
            notClosed.putAll(bystanders.why(batch, List.copyOf(rest)));
        }
        return new CloseResult(outcome.closed(), notClosed);
    }

    @Override
    public Map<String, NotClosed> notClosable(CloseBatch batch) {
        try {
            List<String> ids = ids(batch);
            distinct(ids);
            return bystanders.notClosable(batch, ids);
        } catch (RuntimeException e) {
            throw FailureClassifier.classify(e);
        }
    }

    /**
     * Runs the statements of a close for no order at all: missing rights and SQL that the database does not understand show
     * themselves at start, not in the first pass.
     *
     * @throws CloseFailedException with the database's words
     */
    public void rehearse(CloseBatch nothing) {
        CloseMoment moment = new CloseMoment(
                nothing.now(), nothing.cause().reason(), nothing.cause().rule());
        try {
            transactions.inTransaction(transaction -> {
                Session session = transaction.unwrap(Session.class);
                session.query(sql.lock(List.of(), nothing.now(), nothing.cause()), row -> true);
                session.update(sql.update(List.of(), moment, nothing.cause()));
                ledger.rehearse(session);
                closing.rehearse(session);
                nothing.work().run(List.of(), transaction);
                return true;
            });
            // Not in that transaction: PostgreSQL gives one up at the first error, and some errors here mean nothing.
            database.read(session -> {
                alsoExecute.rehearse(session);
                return true;
            });
        } catch (Throwable e) {
            throw FailureClassifier.classify(e);
        }
    }

    /**
     * Waits for the orders first: a connection that broke in its commit may still be at work on the server, and would commit
     * right after a ledger read too early.
     */
    @Override
    public List<ClosedOrder> closedBy(CloseBatch batch) {
        List<String> ids = ids(batch);
        distinct(ids);
        try {
            return transactions.inTransaction(transaction -> {
                Session session = transaction.unwrap(Session.class);
                session.query(sql.await(ids), row -> true);
                return ledger.closedBy(session, batch);
            });
        } catch (Throwable e) {
            throw FailureClassifier.classify(e);
        }
    }

    private static List<String> ids(CloseBatch batch) {
        return batch.orders().stream().map(OrderSnapshot::id).toList();
    }

    private static Set<String> distinct(List<String> ids) {
        Set<String> distinct = new HashSet<>(ids);
        if (distinct.size() < ids.size() || ids.isEmpty()) {
            throw new IllegalArgumentException("A batch holds each order once, and at least one.");
        }
        return distinct;
    }
}

package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.close.OrderCloser;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Closes orders in one transaction, in the order of steps that {@link OrderCloser} sets out. */
final class MemoryCloser implements OrderCloser {
    private final Rule rule;
    private final OrderRows rows;
    private final MemoryLedger ledger;
    private final MemoryPaymentBook payments;
    private final Transactions transactions;
    private final LostOrders lost;

    MemoryCloser(
            Rule rule,
            OrderRows rows,
            MemoryLedger ledger,
            MemoryPaymentBook payments,
            Transactions transactions,
            LostOrders lost) {
        this.rule = rule;
        this.rows = rows;
        this.ledger = ledger;
        this.payments = payments;
        this.transactions = transactions;
        this.lost = lost;
    }

    @Override
    public CloseResult close(CloseBatch batch) {
        Set<String> reclosing = new HashSet<>();
        Set<String> held = new HashSet<>();
        List<ClosedOrder> closed;
        try {
            closed = transactions.inTransaction(context -> close(batch, context, reclosing, held));
        } catch (RuntimeException e) {
            throw CloseFailures.of(e);
        }
        return new CloseResult(closed, notClosed(batch, closed, reclosing, held));
    }

    @Override
    public List<ClosedOrder> closedBy(CloseBatch batch) {
        try {
            return ledger.closedBy(batch);
        } catch (RuntimeException e) {
            throw CloseFailures.of(e);
        }
    }

    private List<ClosedOrder> close(
            CloseBatch batch, TransactionContext context, Set<String> reclosing, Set<String> held) {
        MemoryTransaction transaction = context.unwrap(MemoryTransaction.class);
        List<MemoryRow> locked = lock(transaction, batch);
        if (locked.isEmpty()) {
            return List.of();
        }
        MemoryLedger.History history = ledger.lockHistory(
                transaction,
                batch.orders().get(0).key().source(),
                locked.stream().map(MemoryRow::key).toList());
        if (rule.paymentCheck()) {
            held.addAll(payments.held(
                    transaction,
                    batch.orders().get(0).key().source(),
                    locked.stream().map(MemoryRow::key).toList()));
        }
        List<MemoryRow> closing = new ArrayList<>();
        for (MemoryRow row : locked) {
            if (held.contains(row.key())) {
                continue;
            }
            if (batch.cause().dueRequired()
                    && history.isReclosing(row.key(), batch.cause().rule(), batch.now())) {
                reclosing.add(row.key());
            } else {
                closing.add(row);
            }
        }
        if (closing.isEmpty()) {
            return List.of();
        }
        update(transaction, batch, closing);
        List<ClosedOrder> closed = closing.stream()
                .map(row -> new ClosedOrder(
                        rows.snapshot(row),
                        history.nextNumber(row.key()),
                        batch.now(),
                        batch.cause().rule()))
                .toList();
        closed.forEach(order -> ledger.write(transaction, order, batch));
        batch.work().run(closed, context);
        return closed;
    }

    private List<MemoryRow> lock(MemoryTransaction transaction, CloseBatch batch) {
        Set<String> ids = new HashSet<>();
        batch.orders().forEach(order -> ids.add(order.id()));
        return transaction.selectForUpdateSkipLocked(
                rule.table(),
                row -> ids.contains(row.key())
                        && rows.isClosable(row, batch.now(), batch.cause().dueRequired()));
    }

    private void update(MemoryTransaction transaction, CloseBatch batch, List<MemoryRow> closing) {
        Set<String> ids = new HashSet<>();
        closing.forEach(row -> ids.add(row.key()));
        boolean dueRequired = batch.cause().dueRequired();
        int count = transaction.update(
                rule.table(),
                row -> ids.contains(row.key())
                        && rows.isOpen(row)
                        && (!dueRequired || rows.deadline().isOverdue(row, batch.now())),
                row -> closedColumns(row, batch));
        if (count != closing.size()) {
            throw new CloseFailedException(
                    FailureKind.SYSTEM,
                    "count",
                    "The update closed " + count + " orders where " + closing.size() + " were locked",
                    new IllegalStateException("count"));
        }
    }

    private Map<String, @Nullable Object> closedColumns(MemoryRow row, CloseBatch batch) {
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        String status = rule.status().column();
        rule.status().closed().ifPresent(closed -> columns.put(status, Values.like(row.get(status), closed)));
        Assignments assignments = new Assignments(
                batch.now(), batch.cause().reason(), batch.cause().rule());
        columns.putAll(assignments.changes(row, rule.onClose().set()));
        return columns;
    }

    @Override
    public Map<String, NotClosed> notClosable(CloseBatch batch) {
        Map<String, NotClosed> reasons;
        try {
            reasons = lost.now(batch.orders(), batch);
        } catch (RuntimeException e) {
            throw CloseFailures.of(e);
        }
        // Whether its row is locked nobody has asked.
        reasons.values().removeIf(NotClosed.Busy.class::isInstance);
        return reasons;
    }

    private Map<String, NotClosed> notClosed(
            CloseBatch batch, List<ClosedOrder> closed, Set<String> reclosing, Set<String> held) {
        Set<String> closedIds = new HashSet<>();
        closed.forEach(order -> closedIds.add(order.order().id()));
        List<OrderSnapshot> others = batch.orders().stream()
                .filter(order -> !closedIds.contains(order.id())
                        && !reclosing.contains(order.id())
                        && !held.contains(order.id()))
                .toList();
        Map<String, NotClosed> notClosed = new LinkedHashMap<>();
        reclosing.forEach(id -> notClosed.put(id, new NotClosed.Reclosing()));
        held.forEach(id -> notClosed.put(id, new NotClosed.Inconsistent()));
        notClosed.putAll(lost.classify(others, batch));
        return notClosed;
    }
}

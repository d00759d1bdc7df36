package io.github.ordertimeout.simulation;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.close.OrderCloser;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.memory.MemoryDatabaseException;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.memory.MemoryTransaction;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The algorithm of every closer on a transaction in memory, with a switch for each way to get it wrong. */
record SketchCloser(
        Rule rule,
        SketchOracle oracle,
        SketchLedger ledger,
        Transactions transactions,
        MemoryDatabase database,
        EngineListener listener,
        Optional<Warehouses> warehouses,
        DeliberateBug bug)
        implements OrderCloser {

    @Override
    public CloseResult close(CloseBatch batch) {
        Set<String> reclosing = new HashSet<>();
        List<ClosedOrder> closed = new ArrayList<>();
        try {
            transactions.inTransaction(context -> {
                closed.addAll(close(batch, context, reclosing));
                return 0;
            });
        } catch (RuntimeException e) {
            if (bug == DeliberateBug.RELEASE_AGAIN_AFTER_UNKNOWN && kind(e) == FailureKind.OUTCOME_UNKNOWN) {
                transactions.inTransaction(context -> {
                    batch.work().run(closed, context);
                    return 0;
                });
            }
            throw failure(e);
        }
        return result(batch, closed, reclosing);
    }

    @Override
    public Map<String, NotClosed> notClosable(CloseBatch batch) {
        Map<String, NotClosed> gone = new HashMap<>();
        if (bug == DeliberateBug.CANCEL_ON_STALE_CANDIDATE) {
            return gone;
        }
        try (MemoryTransaction transaction = database.begin()) {
            batch.orders().forEach(order -> gone.put(order.id(), new NotClosed.LostRace(Optional.empty(), true)));
            transaction
                    .select(rule.table(), row -> gone.containsKey(row.key()) && isClosable(row, batch))
                    .forEach(row -> gone.remove(row.key()));
            return gone;
        } catch (RuntimeException e) {
            throw failure(e);
        }
    }

    @Override
    public List<ClosedOrder> closedBy(CloseBatch batch) {
        try (MemoryTransaction transaction = database.begin()) {
            return ledger.closedBy(transaction, batch);
        } catch (RuntimeException e) {
            throw failure(e);
        }
    }

    private List<ClosedOrder> close(CloseBatch batch, TransactionContext context, Set<String> reclosing) {
        MemoryTransaction transaction = context.unwrap(MemoryTransaction.class);
        Set<String> ids = new HashSet<>();
        batch.orders().forEach(order -> ids.add(order.id()));
        List<MemoryRow> early =
                bug == DeliberateBug.NUMBER_BEFORE_LOCK ? ledger.read(transaction, ids, false) : List.of();
        List<MemoryRow> locked = pick(transaction, batch, ids).stream()
                .filter(row -> !hasMoney(transaction, row))
                .toList();
        List<MemoryRow> history = bug == DeliberateBug.NUMBER_BEFORE_LOCK
                ? early
                : locked.isEmpty() ? List.of() : ledger.read(transaction, keys(locked), true);
        List<MemoryRow> closing = new ArrayList<>();
        for (MemoryRow row : locked) {
            boolean again = batch.cause().dueRequired()
                    && ledger.isReclosing(history, row.key(), batch.cause().rule(), batch.now());
            if (again) {
                reclosing.add(row.key());
            } else {
                closing.add(row);
            }
        }
        if (closing.isEmpty()) {
            return List.of();
        }
        List<ClosedOrder> closed = update(transaction, batch, closing, ids).stream()
                .map(row -> new ClosedOrder(
                        oracle.snapshot(row),
                        ledger.next(history, row.key()),
                        batch.now(),
                        batch.cause().rule()))
                .toList();
        closed.forEach(order -> ledger.write(transaction, order, batch));
        release(batch, closed, context);
        if (bug == DeliberateBug.EVENT_BEFORE_COMMIT) {
            closed.forEach(order -> listener.onEvent(new EngineEvent.OrderClosed(order, batch.cause())));
        }
        return closed;
    }

    /** The guard has taken money that belongs to the order. */
    private boolean hasMoney(MemoryTransaction transaction, MemoryRow order) {
        return rule.paymentCheck()
                && bug != DeliberateBug.GUARDED_MONEY_IGNORED
                && !transaction
                        .select(
                                "order_timeout_payment",
                                row -> row.text("order_id").equals(order.key())
                                        && row.get("standing") instanceof PaymentStanding standing
                                        && standing.holdsOrder())
                        .isEmpty();
    }

    private List<MemoryRow> pick(MemoryTransaction transaction, CloseBatch batch, Set<String> ids) {
        Predicate<MemoryRow> closable = row -> ids.contains(row.key()) && isClosable(row, batch);
        return switch (bug) {
            case PLAIN_READ, COUNT_NOT_COMPARED -> transaction.select(rule.table(), closable);
            default -> transaction.selectForUpdateSkipLocked(rule.table(), closable);
        };
    }

    private boolean isClosable(MemoryRow row, CloseBatch batch) {
        if (bug == DeliberateBug.SCAN_TRUSTED) {
            return true;
        }
        boolean due = !batch.cause().dueRequired()
                || bug == DeliberateBug.DUE_NOT_LOCKED
                || (oracle.isOverdue(row, batch.now()) && !oracle.isTooOld(row, batch.now()));
        return due
                && (bug == DeliberateBug.STATUS_NOT_LOCKED || oracle.isOpen(row))
                && (bug == DeliberateBug.WHERE_NOT_LOCKED || oracle.isSelected(row))
                && (bug == DeliberateBug.EVIDENCE_NOT_LOCKED || !oracle.showsPayment(row));
    }

    /** Yields what is taken for closed. */
    private List<MemoryRow> update(
            MemoryTransaction transaction, CloseBatch batch, List<MemoryRow> closing, Set<String> ids) {
        Set<String> keys = keys(closing);
        boolean byId = bug == DeliberateBug.PLAIN_READ
                || bug == DeliberateBug.SCAN_TRUSTED
                || bug == DeliberateBug.STATUS_NOT_LOCKED;
        int count = transaction.update(
                rule.table(),
                row -> keys.contains(row.key()) && (byId || oracle.isOpen(row)),
                row -> closedColumns(row, batch));
        if (bug == DeliberateBug.CLOSED_SET_BY_STATUS) {
            return transaction.select(rule.table(), row -> ids.contains(row.key()) && oracle.isClosed(row));
        }
        if (count != closing.size() && bug != DeliberateBug.COUNT_NOT_COMPARED) {
            throw new IllegalStateException("The update closed " + count + " of " + closing.size());
        }
        return closing;
    }

    private void release(CloseBatch batch, List<ClosedOrder> closed, TransactionContext context) {
        switch (bug) {
            case RELEASE_BEFORE_COMMIT ->
                transactions.inTransaction(other -> {
                    batch.work().run(closed, other);
                    return 0;
                });
            case RELEASE_FOR_THE_BATCH ->
                batch.work()
                        .run(
                                batch.orders().stream()
                                        .map(order -> new ClosedOrder(order, 1, batch.now(), rule.name()))
                                        .toList(),
                                context);
            case NO_ROLLBACK -> {
                try {
                    batch.work().run(closed, context);
                } catch (IllegalStateException e) {
                    // The bug.
                }
            }
            case REMOTE_BEFORE_COMMIT -> {
                warehouses.ifPresent(all -> all.types()
                        .forEach(type -> closed.forEach(order -> {
                            boolean first = all.give(order.order().id(), order.closeNumber(), type);
                        })));
                batch.work().run(closed, context);
            }
            default -> batch.work().run(closed, context);
        }
    }

    private Map<String, @Nullable Object> closedColumns(MemoryRow row, CloseBatch batch) {
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        rule.status().closed().ifPresent(closed -> columns.put(rule.status().column(), Integer.valueOf(closed)));
        rule.onClose().set().forEach((column, value) -> {
            if (value instanceof SetValue.Now) {
                columns.put(column, batch.now());
            } else if (value instanceof SetValue.Reason) {
                columns.put(column, batch.cause().reason());
            } else if (value instanceof SetValue.Increment) {
                columns.put(column, row.get(column) instanceof Integer number ? number + 1 : 1);
            } else if (value instanceof SetValue.Literal literal) {
                columns.put(
                        column, row.get(column) instanceof Integer ? Integer.valueOf(literal.text()) : literal.text());
            }
        });
        return columns;
    }

    private CloseResult result(CloseBatch batch, List<ClosedOrder> closed, Set<String> reclosing) {
        if (bug == DeliberateBug.BATCH_COUNTED) {
            return new CloseResult(
                    batch.orders().stream()
                            .map(order -> new ClosedOrder(order, 1, batch.now(), rule.name()))
                            .toList(),
                    Map.of());
        }
        Set<String> done = new HashSet<>(reclosing);
        closed.forEach(order -> done.add(order.order().id()));
        Map<String, NotClosed> rest = new LinkedHashMap<>();
        reclosing.forEach(id -> rest.put(id, new NotClosed.Reclosing()));
        List<OrderSnapshot> open = batch.orders().stream()
                .filter(order -> !done.contains(order.id()))
                .toList();
        if (!open.isEmpty()) {
            why(batch, open, rest);
        }
        return new CloseResult(closed, rest);
    }

    private void why(CloseBatch batch, List<OrderSnapshot> open, Map<String, NotClosed> rest) {
        Map<String, MemoryRow> rows = new LinkedHashMap<>();
        try (MemoryTransaction transaction = database.begin()) {
            transaction.select(rule.table(), row -> true).forEach(row -> rows.put(row.key(), row));
        } catch (RuntimeException e) {
            open.forEach(order -> rest.put(order.id(), new NotClosed.Busy("its row could not be read again")));
            return;
        }
        open.forEach(order -> rest.put(order.id(), why(batch, rows.get(order.id()))));
    }

    private NotClosed why(CloseBatch batch, @Nullable MemoryRow row) {
        if (row == null) {
            return new NotClosed.LostRace(Optional.empty(), false);
        }
        if (isClosable(row, batch) && bug != DeliberateBug.BUSY_TAKEN_FOR_LOST) {
            return new NotClosed.Busy("locked");
        }
        if (oracle.isOpen(row) && oracle.isSelected(row) && oracle.showsPayment(row)) {
            return new NotClosed.Inconsistent();
        }
        boolean expected = oracle.isOpen(row) || oracle.isClosed(row) || oracle.isPaid(row);
        return new NotClosed.LostRace(Optional.of(oracle.status(row)), expected);
    }

    private static Set<String> keys(List<MemoryRow> rows) {
        Set<String> keys = new HashSet<>();
        rows.forEach(row -> keys.add(row.key()));
        return keys;
    }

    private CloseFailedException failure(RuntimeException thrown) {
        FailureKind kind = kind(thrown);
        if (kind == FailureKind.ORDER && bug == DeliberateBug.POISON_DROPS_ITS_BATCH) {
            kind = FailureKind.SYSTEM;
        }
        if (kind == FailureKind.SYSTEM && bug == DeliberateBug.OUTAGE_BLAMED) {
            kind = FailureKind.ORDER;
        }
        if (kind == FailureKind.CONTENTION && bug == DeliberateBug.ORDERS_BLAMED) {
            kind = FailureKind.ORDER;
        }
        return new CloseFailedException(kind, kind.name(), String.valueOf(thrown.getMessage()), thrown);
    }

    private static FailureKind kind(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof CommitOutcomeUnknownException) {
                return FailureKind.OUTCOME_UNKNOWN;
            }
            if (cause instanceof MemoryDatabaseException database) {
                return database.kind();
            }
        }
        return FailureKind.ORDER;
    }
}
